import Dispatch
import SingletonCore
import SingletonPlatform
import SingletonStressEngine

/// The Dispatch threads on which benchmarks run, as the threads of a row do.
enum BenchThreads {
  static let cores = SystemProbe().cores

  /// Runs the body on `count` threads, each with its index, and returns when all have finished.
  static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let done = DispatchSemaphore(value: 0)
    let affinity = CoreAffinity(threads: count, limit: cores, on: .ofThisProcess)
    ThreadSourceKind.dispatch.start(count) { index in
      affinity.pin(index)
      body(index)
      done.signal()
    }
    for _ in 0..<count { done.wait() }
  }
}
