import Outcomes
import Strategies

/// The timing of one row, after its counting: what later accesses cost, and what a first access to a fresh cell does.
struct Stopwatch: Sendable {
  private let crew: Crew
  private let later: LaterAccesses
  private let first: FirstAccesses

  init(_ crew: Crew) {
    self.crew = crew
    let third = crew.job.timingNanoseconds / 3
    later = LaterAccesses(crew, budget: 2 * third)
    first = FirstAccesses(crew, budget: third)
  }

  /// One thread's part.
  func run(_ caller: NativeCaller) {
    if crew.isOncePerProcess {
      first.runOnce(caller)
      later.run(caller)
    } else {
      // Batches of later accesses are few; single first accesses take whatever room there is after them.
      first.makeFresh(caller)
      later.run(caller)
      first.run(caller)
    }
  }
}

extension Crew {
  func note(_ kind: TimingSample.Kind, operations: Int, elapsed: UInt64) {
    board.add(TimingSample(kind: kind, operations: UInt32(operations), elapsedNanoseconds: elapsed))
  }

  func showProgress() { board[.pulse].wrappingAdd(1, ordering: .relaxed) }
}

extension RowJob {
  /// A row's timing takes no longer than its counting; half as long, and at most half a second.
  var timingNanoseconds: UInt64 { min(time.nanoseconds / 2, 500_000_000) }
}
