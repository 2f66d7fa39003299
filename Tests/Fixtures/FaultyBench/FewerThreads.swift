import Foundation
import StressEngine

/// Starts fewer threads than it is asked for: as many as `FAULTY_BENCH_MISSING_THREADS` says are missing, else none.
struct FewerThreads: ThreadSource {
  private let source: any ThreadSource

  init(of source: any ThreadSource) { self.source = source }

  func start(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    source.start(count - missing, body)
  }

  private var missing: Int {
    ProcessInfo.processInfo.environment["FAULTY_BENCH_MISSING_THREADS"].flatMap { Int($0) } ?? 0
  }
}
