import Foundation
import SingletonStressEngine

/// A thread source that starts fewer threads than requested. The environment variable `FAULTY_BENCH_MISSING_THREADS` is
/// the number of missing threads, 0 by default.
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
