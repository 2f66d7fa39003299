import Dispatch
package import Outcomes

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where a row's threads come from.
package protocol ThreadSource: Sendable {
  /// Starts `count` threads that each run the body with their index. May start fewer: the first gate notices.
  func start(_ count: Int, _ body: @escaping @Sendable (Int) -> Void)
}

extension EngineKind {
  package var threadSource: any ThreadSource {
    switch self {
    case .dispatch: DispatchThreads()
    case .pthread: PlainThreads()
    }
  }
}

/// One serial queue a thread. A concurrent queue would run as many blocks as there are cores, and wait with the others.
struct DispatchThreads: ThreadSource {
  func start(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    for index in 0..<count {
      DispatchQueue(label: "singleton-bench.\(index)").async { body(index) }
    }
  }
}

/// Threads of the system, for more of them than Dispatch's pool can give.
struct PlainThreads: ThreadSource {
  /// Enough for a strategy and its initialiser; 1,024 of the default size would reserve gigabytes.
  private static let stackBytes = 512 * 1024

  func start(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackBytes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    for index in 0..<count { startThread(&attributes) { body(index) } }
  }
}

/// False where the system has no more threads.
@discardableResult
func startThread(_ attributes: UnsafePointer<pthread_attr_t>?, _ body: @escaping @Sendable () -> Void) -> Bool {
  let context = Unmanaged.passRetained(ThreadBody(body))
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let result = pthread_create(
    &thread, attributes,
    { raw in
      #if canImport(Darwin)
        Unmanaged<ThreadBody>.fromOpaque(raw).takeRetainedValue().run()
      #else
        Unmanaged<ThreadBody>.fromOpaque(raw!).takeRetainedValue().run()
      #endif
      return nil
    }, context.toOpaque())
  if result != 0 { context.release() }
  return result == 0
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
