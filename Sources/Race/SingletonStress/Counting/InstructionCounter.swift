import CSingletonPlatform
import Dispatch
import SingletonPlatform
import SingletonTrialRuntime

/// The instructions of a later access, or why they were not counted.
enum CountingOutcome: Sendable {
  case counted(InstructionCount)
  case notCounted(why: String)
}

/// Counts the instructions of an access in a copy of this process, in which nothing else runs.
struct InstructionCounter {
  /// A subject with one cell and one thread.
  private let subject: Subject
  /// The signs of the copy, and then the steps of two accesses.
  private let shared: SharedMemory
  private static let offset = SharedMemory.Sign.allCases.count * SharedMemory.wordBytes

  /// The time within which the copy must end. A few accesses take milliseconds.
  private static let patience = Duration.seconds(2)
  /// A copy may wait for a lock that another thread of this process held.
  private static let tries = 2
  private static let pollInterval: Int32 = 2

  /// - Parameter movesTypes: Whether types are at other addresses in the next process.
  static func count(_ subject: Subject, movesTypes: Bool = ThisBuild.movesTypes) throws(EngineError) -> CountingOutcome
  {
    guard subject.askCounted != nil else { return .notCounted(why: "roles and awaited accesses are not counted") }
    if let obstacle = Isolation.obstacle { return .notCounted(why: obstacle) }
    if movesTypes {
      return .notCounted(why: "a debug build looks up types by their addresses, which move; try setarch -R swift test")
    }
    let byteCount = offset + 2 * MemoryLayout<cp_steps>.stride
    for _ in 0..<tries {
      let shared = try SharedMemory(threads: 1, byteCount: byteCount)
      defer { shared.unmap() }
      let counter = InstructionCounter(subject: subject, shared: shared)
      guard try counter.runCopy() else { continue }
      let access = LaterAccess(counter.steps[0], counter.steps[1])
      return access.count.map(CountingOutcome.counted) ?? .notCounted(why: access.obstacle!)
    }
    return .notCounted(why: "a copy of this process does not return from the access")
  }

  private var steps: UnsafeMutablePointer<cp_steps> {
    (shared.base + Self.offset).assumingMemoryBound(to: cp_steps.self)
  }

  /// Counts in a copy of this process.
  ///
  /// - Returns: Whether the copy ended in time.
  private func runCopy() throws(EngineError) -> Bool {
    let child = try EngineError.explained("copying this process") { () throws(SystemFailure) in
      try Subprocess(
        forking: {
          let counted = DispatchSemaphore(value: 0)
          // Not the copied thread, which has the number of the original in locks.
          startThread {
            count()
            counted.signal()
          }
          counted.wait()
          return 0
        }, leadsGroup: true)
    }
    defer { child.killGroup() }
    var watchdog = Watchdog(shared)
    var isStopped = false
    while child.ended(lostCode: 0, suspended: { isStopped = $0 }) == nil {
      guard !watchdog.hasRunOut(Self.patience, isStopped: isStopped) else {
        child.killAndWait()
        return false
      }
      waitForInput([], milliseconds: Self.pollInterval)
    }
    return true
  }

  private func count() {
    let end = cp_open_steps()
    guard end == cp_steps_taken, let ask = subject.askCounted else {
      (steps[0].end, steps[1].end) = (end, end)
      return
    }
    let results = UnsafeMutablePointer<UInt>.allocate(capacity: 1)
    let initializations = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    initializations.initialize(to: 0)
    var probe = ProbeState(initializations: initializations, cost: 0)
    withUnsafeMutablePointer(to: &probe) { subject.make(0..<1, RaceCaller(results: results, probe: $0)) }
    for _ in 0..<1 + LaterAccess.warmUps { ask() }
    // Forgets the counts of the warm-ups.
    _ = cp_take_steps()
    let access = LaterAccess {
      ask()
      return cp_take_steps()
    }
    (steps[0], steps[1]) = (access.first, access.again)
  }
}

@usableFromInline func beginSteps() { cp_begin_steps() }
@usableFromInline func endSteps() { cp_end_steps() }
