import Dispatch
import Foundation
import Testing

@testable import SingletonSchedules

@Suite(.enabled(if: ScheduleCheck.obstacle == nil))
struct ClockTests {
  @Test(arguments: Sleep.allCases)
  fileprivate func
    `Clocks stand still while a job computes, and move by what is slept, and what needs that is not proved`(
      sleep: Sleep
    ) async throws
  {
    let result = try await check(tasks: 2, fresh: { ReadingClocks(sleep) }, access: { try await $0.current() })
    #expect(result.findings.isEmpty && result.obstacle?.contains("on the time") == true, "\(result)")
  }

  @Test func `Each schedule begins with the year 2026, and what needs that is not proved`() async throws {
    let result = try await check(tasks: 2, fresh: { Beginning() }, access: { try await $0.current() })
    #expect(result.findings.isEmpty && result.obstacle?.contains("on the time") == true, "\(result)")
  }

  @Test func `An instance that expires while another task asks is refuted, and one that lasts longer is proved`()
    async throws
  {
    let short = try await check(tasks: 2, fresh: { Expiring(after: 30) }, access: { await $0.current() })
    #expect(short.findings == [.instances], "\(short)")
    let long = try await check(tasks: 2, fresh: { Expiring(after: 90) }, access: { await $0.current() })
    #expect(long.isProved, "\(long)")
  }

  @Test func `A thread's wait with a time limit times out at once`() async throws {
    let result = try await check(tasks: 2, fresh: { Impatient() }, access: { await $0.current() })
    #expect(result.isProved, "\(result)")
  }

  @Test func `The time limit of a check is one of real time`() async throws {
    let result = try await check(
      tasks: 2, time: .seconds(60), fresh: { Expiring(after: 90) }, access: { await $0.current() })
    #expect(result.isProved, "\(result)")
    let short = try await check(
      tasks: 2, time: .zero, fresh: { Expiring(after: 90) }, access: { await $0.current() })
    #expect(short.verdict == .undecided, "\(short)")
  }
}

/// A way of asking for the time.
private enum Clock: CaseIterable {
  case continuous, suspending, date, time, timeOfDay, realTime, monotonic, upTime, dispatch

  private static let start = (ContinuousClock.now, SuspendingClock.now)

  /// The time in seconds.
  var now: Double {
    switch self {
    case .continuous: return Self.start.0.duration(to: .now) / .seconds(1)
    case .suspending: return Self.start.1.duration(to: .now) / .seconds(1)
    case .date: return Date().timeIntervalSince1970
    case .time: return Double(Foundation.time(nil))
    case .timeOfDay:
      var value = timeval()
      gettimeofday(&value, nil)
      return Double(value.tv_sec) + Double(value.tv_usec) / 1e6
    case .realTime: return Self.time(CLOCK_REALTIME)
    case .monotonic: return Self.time(CLOCK_MONOTONIC)
    case .upTime: return ProcessInfo.processInfo.systemUptime
    case .dispatch: return Double(DispatchTime.now().uptimeNanoseconds) / 1e9
    }
  }

  private static func time(_ clock: clockid_t) -> Double {
    var value = timespec()
    clock_gettime(clock, &value)
    return Double(value.tv_sec) + Double(value.tv_nsec) / 1e9
  }
}

/// A way of sleeping for a minute.
private enum Sleep: CaseIterable {
  case task, thread, threadUntilDate

  func callAsFunction() async {
    switch self {
    case .task: try? await Task.sleep(for: .seconds(60))
    case .thread, .threadUntilDate: block()
    }
  }

  private func block() {
    if self == .thread { Thread.sleep(forTimeInterval: 60) } else { Thread.sleep(until: Date() + 60) }
  }
}

private struct WrongTime: Error { let clock: Clock }

/// Throws if a clock has another time than the one that its own sleep and that of one more caller account for.
private actor ReadingClocks {
  private let thing = Thing()
  private let sleep: Sleep

  init(_ sleep: Sleep) { self.sleep = sleep }

  func current() async throws -> Thing {
    await Task.yield()
    let starts = Clock.allCases.map(\.now)
    for (clock, start) in zip(Clock.allCases, starts) where clock.now != start { throw WrongTime(clock: clock) }
    await sleep()
    for (clock, start) in zip(Clock.allCases, starts) where ![60, 120].contains(clock.now - start) {
      throw WrongTime(clock: clock)
    }
    return thing
  }
}

/// Throws if the date is not the first of January 2026 at midnight.
private actor Beginning {
  private let thing = Thing()

  func current() async throws -> Thing {
    await Task.yield()
    for clock in [Clock.date, .time, .timeOfDay, .realTime] where clock.now != 1_767_225_600 {
      throw WrongTime(clock: clock)
    }
    return thing
  }
}

/// Returns nil if waits of its thread do not time out.
private actor Impatient {
  private let thing = Thing()

  func current() async -> Thing? {
    await Task.yield()
    return waitsTimeOut ? thing : nil
  }

  private var waitsTimeOut: Bool {
    let condition = NSCondition()
    condition.lock()
    defer { condition.unlock() }
    return DispatchSemaphore(value: 0).wait(timeout: .now() + 60) == .timedOut && !condition.wait(until: Date() + 60)
  }
}

/// Keeps the task that takes a minute to build, for so many seconds since it began.
private actor Expiring {
  private let seconds: TimeInterval
  private var building: (task: Task<Thing, Never>, expires: Date)?

  init(after seconds: TimeInterval) { self.seconds = seconds }

  func current() async -> Thing {
    if let building, Date() < building.expires { return await building.task.value }
    let task = Task {
      try? await Task.sleep(for: .seconds(60))
      return Thing()
    }
    building = (task, Date() + seconds)
    return await task.value
  }
}
