import Dispatch
package import SingletonCore
import SingletonPlatform

/// A source of threads for a row.
package protocol ThreadSource: Sendable {
  /// Starts `count` threads that each run the body with their index. May start fewer, which ``ChildMain`` detects by a
  /// timeout.
  func start(_ count: Int, _ body: @escaping @Sendable (Int) -> Void)
}

extension ThreadSourceKind {
  package var threadSource: any ThreadSource {
    switch self {
    case .dispatch: DispatchThreads()
    case .pthread: PlainThreads()
    }
  }
}

/// A source with one serial queue per thread. A concurrent queue would run only as many blocks at a time as there are
/// cores.
struct DispatchThreads: ThreadSource {
  func start(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    for index in 0..<count {
      DispatchQueue(label: "singleton-bench.\(index)", qos: .race).async { body(index) }
    }
  }
}

/// A source of system threads, for rows with more threads than Dispatch's pool can provide.
struct PlainThreads: ThreadSource {
  /// The size of a thread's stack in bytes, which suffices for a strategy and its initializer. 1,024 threads with the
  /// default size would reserve gigabytes.
  private static let stackSize = 512 * 1024

  func start(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    for index in 0..<count { startThread(stackSize: Self.stackSize) { body(index) } }
  }
}
