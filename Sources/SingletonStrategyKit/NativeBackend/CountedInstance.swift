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
  /// Keeps a strong reference for this thread, as a caller that holds its result does.
  @usableFromInline package func hold(_ thing: CountedInstance) -> NativeInstance { hold(thing, as: thing.instance) }

  func hold(_ object: AnyObject, as instance: NativeInstance) -> NativeInstance {
    state.pointee.held.append((instance, object))
    return instance
  }

  /// Returns the object of an instance to which this thread holds a strong reference.
  func object(of instance: NativeInstance) -> AnyObject? {
    state.pointee.held.last { $0.instance == instance }?.object
  }

  /// Releases one of this thread's strong references to the instance.
  @usableFromInline package func drop(_ instance: NativeInstance) {
    guard let place = state.pointee.held.lastIndex(where: { $0.instance == instance }) else { return }
    state.pointee.held.remove(at: place)
  }
}
