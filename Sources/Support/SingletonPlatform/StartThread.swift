package import Dispatch

extension DispatchQoS {
  /// The quality of service of threads that race. On Apple's systems, it is one whose threads run on performance cores;
  /// a race on efficiency cores reveals fewer defects.
  package static var race: DispatchQoS {
    #if canImport(Darwin)
      .userInteractive
    #else
      .unspecified
    #endif
  }
}

/// Starts a detached thread that runs the body once.
///
/// - Parameter stackSize: The size of the stack in bytes, or `nil` for the system's default.
/// - Returns: Whether the thread could be created.
@discardableResult
package func startThread(stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void) -> Bool {
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))

  let context = Unmanaged.passRetained(ThreadBody(body))
  #if canImport(Darwin)
    pthread_attr_set_qos_class_np(&attributes, DispatchQoS.race.qosClass.rawValue, 0)
  #endif
  #if canImport(Glibc)
    var thread = pthread_t()
  #else
    var thread: pthread_t?
  #endif
  // On Darwin, the argument is not optional.
  let result = pthread_create(&thread, &attributes, { run(($0 as UnsafeMutableRawPointer?)!) }, context.toOpaque())
  if result != 0 { context.release() }
  return result == 0
}

private func run(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
  return nil
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
