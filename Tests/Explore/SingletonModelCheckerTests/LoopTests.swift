import SingletonMemoryModels
import SingletonModelChecker
import Testing

/// A thread that stores, and looks for values in loops that give up. Its last step stores what it has seen.
private struct LoopingThread: Sendable {
  enum Action: Sendable {
    case store(location: Int, value: UInt)
    /// Looks until the location has the value, up to the given number of times; `nil` for no limit.
    case look(location: Int, value: UInt, most: Int?)
  }

  var actions: [Action]

  func body(_ number: Int, isWait: Bool) -> CoroutineProgram.Body {
    { thread in
      var seen: UInt = 1
      for (line, action) in actions.enumerated() {
        switch action {
        case .store(let location, let value): _ = thread.perform(.store(location, value, .release))
        case .look(let location, let value, let most):
          var look = Operation.load(location, .acquire)
          look.sourceLine = UInt(line)
          if isWait && most == nil {
            _ = thread.perform(look.waiting(until: .equal, value))
          } else {
            var rounds = 0
            while most.map({ rounds < $0 }) ?? true, thread.perform(look) != value {
              if most != nil { rounds += 1 }
            }
            seen = seen &* 64 &+ UInt(rounds)
            continue
          }
          seen = seen &* 64
        }
      }
      _ = thread.perform(.store(2 + number, seen, .relaxed))
    }
  }
}

/// Keeps what the threads have seen in each execution.
private final class Outcomes: ExplorationVisitor {
  private(set) var complete: Set<[UInt]> = []
  private(set) var isStuck = false

  func startedOver() { (complete, isStuck) = ([], false) }
  func found(_ finding: Finding, in graph: ExecutionGraph) -> Bool { true }

  func ended(_ ending: Ending, in graph: ExecutionGraph) -> Bool {
    if ending == .complete { complete.insert((2...3).map { graph.finalValue(of: $0) ?? 0 }) }
    if ending == .stuck { isStuck = true }
    return true
  }

  init(_ threads: [LoopingThread], openLoops: OpenLoops?) throws {
    let bodies = threads.enumerated().map { $1.body($0, isWait: openLoops == nil) }
    _ = try Explorer(CoroutineProgram(bodies, openLoops: openLoops), under: .rc11, visitor: self).run()
  }
}

/// Loops that are recognized, compared with all of their rounds.
@Suite struct `Loops` {
  private func thread(_ random: inout some RandomNumberGenerator, most: ClosedRange<Int>) -> LoopingThread {
    LoopingThread(
      actions: (0..<2).map { _ in
        let (location, value) = (Int.random(in: 0...1, using: &random), UInt.random(in: 0...2, using: &random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0...1: return .store(location: location, value: value)
        case 2: return .look(location: location, value: value, most: Int.random(in: most, using: &random))
        default: return .look(location: location, value: value, most: nil)
        }
      })
  }

  @Test(arguments: 0..<5)
  func `a loop that gives up soon or never is explored as all of its rounds are`(batch: Int) throws {
    var random = RandomPrograms(seed: UInt64(batch))
    for _ in 0..<40 {
      let threads = (0..<2).map { _ in thread(&random, most: 1...17) }
      let open = OpenLoops()
      let (found, all) = (try Outcomes(threads, openLoops: open), try Outcomes(threads, openLoops: nil))
      try #require(found.complete == all.complete, "\(threads)")
      try #require(found.isStuck == all.isStuck, "\(threads)")
      try #require(open.loops.isEmpty, "\(threads)")
    }
  }

  @Test(arguments: 0..<5)
  func `a loop that gives up late is named, unless nothing is left out`(batch: Int) throws {
    var random = RandomPrograms(seed: UInt64(batch))
    for _ in 0..<20 {
      let threads = (0..<2).map { _ in thread(&random, most: 1...40) }
      let open = OpenLoops()
      let (found, all) = (try Outcomes(threads, openLoops: open), try Outcomes(threads, openLoops: nil))
      try #require(found.complete.isSubset(of: all.complete), "\(threads)")
      try #require(found.complete == all.complete || !open.loops.isEmpty, "\(threads)")
    }
  }

  @Test func `a loop whose end is not in sight is no deadlock`() throws {
    let open = OpenLoops()
    let looking = LoopingThread(actions: [.look(location: 0, value: 1, most: 1_000_000)])
    let found = try Outcomes([looking, LoopingThread(actions: [])], openLoops: open)
    #expect(!found.isStuck)
    #expect(open.loops.map(\.rounds) == [nil])
    let waiting = LoopingThread(actions: [.look(location: 0, value: 1, most: nil)])
    #expect(try Outcomes([waiting, LoopingThread(actions: [])], openLoops: OpenLoops()).isStuck)
  }

  @Test func `under TSO a compare-exchange that fails drains the store buffer`() throws {
    func storeBuffering(_ operation: Operation) throws -> Bool {
      let threads = [0, 1].map { thread in
        [.store(thread, 1, .relaxed), operation, Operation.load(1 - thread, .relaxed)]
      }
      let recorder = try Recorder.exploring(StraightLineProgram(threads), under: .tso)
      return recorder.complete.contains { graph in graph.sources.allSatisfy { $0.last == -1 } }
    }
    let failing = Operation.compareExchange(
      2, expected: 5, desired: 6, .sequentiallyConsistent, failure: .sequentiallyConsistent)
    #expect(try !storeBuffering(failing))
    #expect(try storeBuffering(.load(2, .sequentiallyConsistent)))
  }
}
