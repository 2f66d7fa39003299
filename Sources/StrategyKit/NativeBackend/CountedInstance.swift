/// An instance whose life is Swift's own: its references are counted by the runtime, and its deinit is a real one.
///
/// The slot beside it is what an engine knows instances by; it outlives the object.
public final class CountedInstance: @unchecked Sendable {
  public let instance: NativeInstance

  public init() {
    let caller = NativeCaller.current
    instance = caller.allocate()
    caller.initialize(instance)
  }

  deinit { NativeCaller.current.destroy(instance) }
}

extension NativeCaller {
  /// Keeps a strong reference for this thread, as a caller does who holds what he got.
  public func hold(_ thing: CountedInstance) -> NativeInstance {
    state.pointee.held.append(thing)
    return thing.instance
  }

  /// Lets go of one strong reference to the instance.
  public func drop(_ instance: NativeInstance) {
    guard let place = state.pointee.held.lastIndex(where: { $0.instance == instance }) else { return }
    state.pointee.held.remove(at: place)
  }
}
