import SingletonPlatform
import SingletonSchedules

/// Checks of actors with tasks.
///
/// `ScheduleTimes group 3` checks the actor of that name with three tasks, and prints how many milliseconds that took, the
/// number of schedules, and the peak memory of the largest copy of the process in MB.
@main enum ScheduleTimes {
  static func main() async throws {
    let arguments = commandLineArguments().dropFirst()
    guard let wait = arguments.first.flatMap(Awaiting.Wait.init), let tasks = arguments.last.flatMap({ Int($0) }) else {
      fatalError("expected one of \(Awaiting.Wait.allCases.map(\.rawValue).joined(separator: ", ")), and 2 or 3")
    }
    let start = monotonicNanoseconds()
    let result = try await check(tasks: tasks, fresh: { Awaiting(wait) }, access: { await $0.current() })
    let milliseconds = Double(monotonicNanoseconds() - start) / 1e6
    let isExpected = result.verdict == (wait == .nothing ? .proved : .refuted) && result.obstacle == nil
    guard isExpected else { fatalError("another result than expected: \(result)") }
    var usage = rusage()
    // RUSAGE_CHILDREN, which has another type on each system. Linux counts in kilobytes.
    getrusage(-1, &usage)
    print(milliseconds, result.schedules, Double(usage.ru_maxrss) / 1e3)
  }
}

private final class Thing: Sendable {}

/// Hands out two instances if it awaits between the look and the store.
private actor Awaiting {
  enum Wait: String, CaseIterable {
    case nothing, group, sleep, stream
  }

  private let wait: Wait
  private var made: Thing?

  init(_ wait: Wait) { self.wait = wait }

  func current() async -> Thing {
    if let made { return made }
    let thing = await build()
    made = thing
    return thing
  }

  private func build() async -> Thing {
    switch wait {
    case .nothing: break
    case .group:
      return await withTaskGroup(of: Thing.self) { group in
        group.addTask { Thing() }
        return await group.next()!
      }
    case .sleep: try? await Task.sleep(for: .seconds(3600))
    case .stream:
      let (stream, continuation) = AsyncStream.makeStream(of: Thing.self)
      Task { continuation.yield(Thing()) }
      for await thing in stream { return thing }
    }
    return Thing()
  }
}
