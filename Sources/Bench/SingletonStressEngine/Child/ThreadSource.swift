import Dispatch
package import SingletonCore
import SingletonPlatform

/// A function that starts the given number of threads, each of which calls the body with its index. If it starts fewer,
/// the child gives up.
package typealias ThreadSource = @Sendable (ThreadSourceKind, Int, @escaping @Sendable (Int) -> Void) -> Void

extension ThreadSourceKind {
  /// The size of a thread's stack in bytes. It suffices for a strategy and its initializer; with the default size,
  /// 1,024 threads would reserve gigabytes.
  static let stackSize = 512 * 1024

  package func start(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    for index in 0..<count {
      switch self {
      // Each block gets its own serial queue, because a concurrent queue runs only as many blocks at a time as there
      // are cores.
      case .dispatch: DispatchQueue(label: "singleton-bench.\(index)", qos: .race).async { body(index) }
      // For rows with more threads than Dispatch's pool can provide.
      case .pthread: startThread(stackSize: Self.stackSize) { body(index) }
      }
    }
  }
}
