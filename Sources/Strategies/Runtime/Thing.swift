/// An instance whose life is Swift's own: its references are counted by the runtime, and its deinit is a real one.
///
/// The slot beside it is what an engine knows instances by; it outlives the object.
final class Thing: @unchecked Sendable {
  let instance: NativeInstance

  init() {
    let caller = NativeCaller.current
    instance = caller.allocate()
    caller.initialise(instance)
  }

  deinit { NativeCaller.current.destroy(instance) }
}

extension NativeCaller {
  /// Keeps a strong reference for this thread, as a caller does who holds what he got.
  func hold(_ thing: Thing) -> NativeInstance {
    state.pointee.held.append(thing)
    return thing.instance
  }

  /// Lets go of one strong reference to the instance.
  func drop(_ instance: NativeInstance) {
    guard let place = state.pointee.held.lastIndex(where: { $0.instance == instance }) else { return }
    state.pointee.held.remove(at: place)
  }
}
