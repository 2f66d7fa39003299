/// An instance whose references Swift's runtime counts, and whose `deinit` is a real one.
///
/// Engines identify the instance by its slot, which outlives the object.
@usableFromInline package final class CountedInstance: Sendable {
  package let instance: NativeInstance

  /// - Parameter isInitialized: Whether to run the custom part of the initializer too.
  @usableFromInline package init(isInitialized: Bool = true) {
    let caller = NativeCaller.current
    instance = caller.allocate()
    if isInitialized { caller.initialize(instance) }
  }

  deinit { NativeCaller.current.destroy(instance) }
}

extension NativeCaller {
  /// Keeps a strong reference for this thread, like a caller that holds its result.
  @usableFromInline package func hold(_ thing: CountedInstance) -> NativeInstance {
    state.pointee.held.append(thing)
    return thing.instance
  }

  /// Releases one of this thread's strong references to the instance.
  @usableFromInline package func drop(_ instance: NativeInstance) {
    guard let place = state.pointee.held.lastIndex(where: { $0.instance == instance }) else { return }
    state.pointee.held.remove(at: place)
  }
}
