import Synchronization

// Defined in CSingletonPlatform/Once.c, which receives the closures as Swift passes them, without an allocation, and
// explains why.
@_silgen_name("cp_dispatch_once")
private func dispatchOnce(_ token: UnsafeMutablePointer<Int>, _ body: () -> Void)
@_silgen_name("cp_pthread_once")
private func pthreadOnce(_ token: UnsafeMutableRawPointer, _ body: () -> Void)

/// A libdispatch once token, with the test that libdispatch's own header inlines before the call.
public struct NativeOnceToken: OneTimeToken {
  let token: UnsafeMutablePointer<Int>

  /// The value that libdispatch leaves in a token that has run: all ones.
  private static let done = ~0

  @inline(__always)
  public func _run<Context, Result>(with context: Context, at site: SourceLine, _ body: (Context) -> Result) -> Result?
  {
    // An atomic word has the layout of the word, and libdispatch accesses it atomically, too.
    let state = UnsafeMutableRawPointer(token).assumingMemoryBound(to: Atomic<Int>.self)
    if state.pointee.load(ordering: .acquiring) == Self.done { return nil }
    return runSlowly(context, body)
  }

  /// Calls libdispatch. This is a function of its own, so that the closure is created only if it is needed.
  @inline(never)
  private func runSlowly<Context, Result>(_ context: Context, _ body: (Context) -> Result) -> Result? {
    var result: Result?
    dispatchOnce(token) { result = body(context) }
    return result
  }
}

public struct NativePthreadOnce: OneTimeToken {
  let token: UnsafeMutableRawPointer

  @inline(__always)
  public func _run<Context, Result>(with context: Context, at site: SourceLine, _ body: (Context) -> Result) -> Result?
  {
    var result: Result?
    pthreadOnce(token) { result = body(context) }
    return result
  }
}

// Unchecked: the token outlives every thread of its row, and its state is atomic.
extension NativeOnceToken: @unchecked Sendable {}
// Unchecked: the control outlives every thread of its row, and `pthread_once` is made for any thread.
extension NativePthreadOnce: @unchecked Sendable {}
