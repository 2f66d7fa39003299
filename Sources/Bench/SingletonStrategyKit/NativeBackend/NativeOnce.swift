import Synchronization

// Defined in CSingletonPlatform/Once.c, which explains how it receives a Swift closure without an allocation.
@_silgen_name("cp_dispatch_once")
private func dispatchOnce(_ token: UnsafeMutablePointer<Int>, _ body: () -> Void)
@_silgen_name("cp_pthread_once")
private func pthreadOnce(_ token: UnsafeMutableRawPointer, _ body: () -> Void)

/// A libdispatch once token, with the check that libdispatch's header inlines before the call.
public struct NativeOnceToken: OneTimeToken, @unchecked Sendable {
  // Unchecked: the token outlives every thread of its row, and its state is atomic.
  let token: UnsafeMutablePointer<Int>

  /// The value of a token after its body has run.
  private static let done = ~0

  @inline(__always)
  public func _run<Context, Result>(with context: Context, at site: SourceLine, _ body: (Context) -> Result) -> Result?
  {
    // An atomic word has the layout of a plain word, and libdispatch also accesses the token atomically.
    let state = UnsafeMutableRawPointer(token).assumingMemoryBound(to: Atomic<Int>.self)
    if state.pointee.load(ordering: .acquiring) == Self.done { return nil }
    return runSlowly(context, body)
  }

  /// Calls libdispatch. This is a separate function, so that a closure is created only if the call is needed.
  @inline(never)
  private func runSlowly<Context, Result>(_ context: Context, _ body: (Context) -> Result) -> Result? {
    var result: Result?
    dispatchOnce(token) { result = body(context) }
    return result
  }
}

public struct NativePthreadOnce: OneTimeToken, @unchecked Sendable {
  // Unchecked: the control is valid longer than any thread of its row, and any thread may call `pthread_once`.
  let token: UnsafeMutableRawPointer

  @inline(__always)
  public func _run<Context, Result>(with context: Context, at site: SourceLine, _ body: (Context) -> Result) -> Result?
  {
    var result: Result?
    pthreadOnce(token) { result = body(context) }
    return result
  }
}

/// The standard library's atomic lazy reference. It can hold only objects, so each slot of a slab has an object that
/// stands for it.
///
/// A reset overwrites a published object without releasing it. The object is kept as long as the slab, so nothing is
/// lost; only its reference count grows.
public struct NativeLazyReference: PublishOnceReference, @unchecked Sendable {
  // Unchecked: the address is valid longer than any thread of its row.
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
  /// Returns the object that stands for an instance of this thread. It is allocated when the instance's slot is first
  /// used, and then kept.
  fileprivate func box(of instance: NativeInstance) -> InstanceBox {
    let place = instance.slot - state.pointee.slab
    while state.pointee.boxes.count <= place {
      state.pointee.boxes.append(InstanceBox(NativeInstance(slot: state.pointee.slab + state.pointee.boxes.count)))
    }
    return state.pointee.boxes[place]
  }
}
