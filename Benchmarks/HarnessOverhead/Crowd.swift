import Dispatch
import Outcomes
import StressEngine

/// Threads from Dispatch, as a row has them.
enum Crowd {
  static let cores = max(1, HostFacts.ofThisMachine().cores)

  /// Returns when all have returned.
  static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let done = DispatchSemaphore(value: 0)
    let placement = Placement(threads: count, cores: cores)
    EngineKind.dispatch.threadSource.start(count) { index in
      placement.occupy(index)
      body(index)
      done.signal()
    }
    for _ in 0..<count { done.wait() }
  }
}
