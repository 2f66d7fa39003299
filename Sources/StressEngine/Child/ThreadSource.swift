import Platform
import Dispatch
package import Core

/// Provides the threads of a row.
package protocol ThreadSource: Sendable {
  /// Starts `count` threads that each run the body with their index. May start fewer: the first gate notices.
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

/// One serial queue per thread. A concurrent queue would run only as many blocks at a time as there are cores.
struct DispatchThreads: ThreadSource {
  func start(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    for index in 0..<count {
      DispatchQueue(label: "singleton-bench.\(index)").async { body(index) }
    }
  }
}

/// Threads of the system, for rows of more threads than Dispatch's pool can give.
struct PlainThreads: ThreadSource {
  /// Enough for a strategy and its initializer; 1,024 threads with the default size would reserve gigabytes.
  private static let stackSize = 512 * 1024

  func start(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    for index in 0..<count { startThread(stackSize: Self.stackSize) { body(index) } }
  }
}
