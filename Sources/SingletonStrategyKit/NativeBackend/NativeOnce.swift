import Synchronization

// Defined in CSingletonPlatform/Once.c, which explains why it receives the closures as Swift passes them, without an
// allocation.
@_silgen_name("cp_dispatch_once")
private func dispatchOnce(_ token: UnsafeMutablePointer<Int>, _ body: () -> Void)
@_silgen_name("cp_pthread_once")
private func pthreadOnce(_ token: UnsafeMutableRawPointer, _ body: () -> Void)

/// A libdispatch once token, with the test that libdispatch's own header inlines before the call.
public struct NativeOnceToken: OneTimeToken, @unchecked Sendable {
  // Unchecked: the token outlives every thread of its row, and its state is atomic.
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

  /// Calls libdispatch. This is a separate function, so that the closure is created only if it is needed.
  @inline(never)
  private func runSlowly<Context, Result>(_ context: Context, _ body: (Context) -> Result) -> Result? {
    var result: Result?
    dispatchOnce(token) { result = body(context) }
    return result
  }
}

public struct NativePthreadOnce: OneTimeToken, @unchecked Sendable {
  // Unchecked: the control outlives every thread of its row, and `pthread_once` is made for any thread.
  let token: UnsafeMutableRawPointer

  @inline(__always)
  public func _run<Context, Result>(with context: Context, at site: SourceLine, _ body: (Context) -> Result) -> Result?
  {
    var result: Result?
    pthreadOnce(token) { result = body(context) }
    return result
  }
}

/// The toolchain's lazy reference. It can hold only objects, so each slot of a slab has one object that stands for it.
///
/// A reset overwrites a published box without a release; boxes live as long as their slab, so only their count grows.
public struct NativeLazyReference: PublishOnceReference, @unchecked Sendable {
  // Unchecked: the address outlives every thread of its row.
  let reference: UnsafeMutablePointer<AtomicLazyReference<InstanceBox>>

  public func _load(_ caller: NativeCaller, at site: SourceLine) -> NativeInstance? {
    reference.pointee.load()?.instance
  }

  public func _storeIfNil(_ instance: NativeInstance, _ caller: NativeCaller, at site: SourceLine) -> NativeInstance {
    reference.pointee.storeIfNil(caller.box(of: instance)).instance
  }
}

/// An object that stands for an instance.
final class InstanceBox: Sendable {
  let instance: NativeInstance
  init(_ instance: NativeInstance) { self.instance = instance }
}

extension NativeCaller {
  /// Returns the box of an instance that this thread has made. It is allocated when its slot is first used, and kept.
  fileprivate func box(of instance: NativeInstance) -> InstanceBox {
    let place = instance.slot - state.pointee.slab
    while state.pointee.boxes.count <= place {
      state.pointee.boxes.append(InstanceBox(NativeInstance(slot: state.pointee.slab + state.pointee.boxes.count)))
    }
    return state.pointee.boxes[place]
  }
}
