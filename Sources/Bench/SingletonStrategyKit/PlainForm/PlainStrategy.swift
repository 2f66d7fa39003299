import CSingletonPlatform
import SingletonCore

/// An adapter that makes a strategy out of a plain form, so that everything that runs strategies can run listings.
///
/// Each object of the listing is represented by a slot, like an instance in the harness.
struct PlainStrategy<P: PlainForm>: Strategy {
  typealias B = NativeBackend

  static var info: StrategyInfo { preconditionFailure("a plain form is declared with its strategy") }

  /// The caller owns the reference that an accessor returns, and an object ends with its last reference.
  static var traits: Traits {
    [
      .oneTrialPerProcess, .returnsRetained, .endsLives, P.prepare == nil ? [] : .prepares,
      P.awaitsMainActor ? .awaitsMainActor : [],
    ]
  }

  init(_ cell: inout NativeCell) { _ = cell.plainMemory() }

  func shared(_ caller: NativeCaller) throws(Refusal) -> NativeInstance? {
    try caller.result {
      try Self.whole(caller.takeFailure().map(P.shared(failingBy:)) ?? P.shared(), caller)
    }
  }

  func sharedByChild(_ caller: NativeCaller) throws(Refusal) -> NativeInstance? {
    try caller.result { try P.sharedByChild() }
  }

  func construct(_ caller: NativeCaller) throws(Refusal) -> NativeInstance? {
    try caller.result { try P.construct() }
  }

  func constructChild(_ caller: NativeCaller) throws(Refusal) -> NativeInstance? {
    try caller.result { try P.constructChild() }
  }

  func copy(_ original: NativeInstance, _ caller: NativeCaller) -> NativeInstance? {
    guard let object = caller.object(of: original) as? P.Instance else { return nil }
    return P.copy(object).map { caller.hold($0) }
  }

  func prepare(_ caller: NativeCaller) { P.prepare?() }
  func tearDown(_ caller: NativeCaller) { P.tearDown() }
  func overwrite(_ caller: NativeCaller) { P.overwrite() }
  func release(_ instance: NativeInstance, _ caller: NativeCaller) { caller.drop(instance) }

  private static func whole(_ object: P.Instance?, _ caller: NativeCaller) -> P.Instance? {
    if let object, let isWhole = P.isWhole, !isWhole(object) { caller.countViolation(.halfBuilt) }
    return object
  }
}

extension NativeCaller {
  /// Returns the instance for the object that an entry point returns, and keeps a reference to the object. An error is
  /// converted to a refusal.
  fileprivate func result(of entryPoint: () throws -> AnyObject?) throws(Refusal) -> NativeInstance? {
    do {
      return try entryPoint().map { hold($0) }
    } catch {
      throw Refusal()
    }
  }

  /// Keeps a strong reference for this thread, like a caller that stores its result.
  fileprivate func hold(_ object: AnyObject) -> NativeInstance {
    guard let mark = cp_mark(Unmanaged.passUnretained(object).toOpaque()) else {
      fail("the listing's instance was not allocated by the runtime, so a run cannot count it\n")
    }
    let instance = NativeInstance(slot: mark.assumingMemoryBound(to: Slot.self))
    state.pointee.held.append((instance, object))
    return instance
  }

  /// Returns the object of an instance to which this thread holds a strong reference.
  fileprivate func object(of instance: NativeInstance) -> AnyObject? {
    state.pointee.held.last { $0.instance == instance }?.object
  }

  /// Releases one of this thread's strong references to the instance.
  fileprivate func drop(_ instance: NativeInstance) {
    guard let place = state.pointee.held.lastIndex(where: { $0.instance == instance }) else { return }
    state.pointee.held.remove(at: place)
  }
}

extension CellArray {
  /// Counts the objects of a plain form's classes as instances from now on.
  func watchLives<P: PlainForm>(of form: P.Type) {
    // The casts are safe because a class's metatype is the address of its metadata.
    let isLinked = cp_watch_lives(
      unsafeBitCast(P.Instance.self as AnyObject.Type, to: UnsafeRawPointer.self),
      unsafeBitCast(P.Child.self as AnyObject.Type, to: UnsafeRawPointer.self),
      cp_lives(
        born: { isChild in
          // A thread that takes part in no trial, such as the one that prepares the process, has no caller.
          NativeCaller.currentIfAny.map { UnsafeMutableRawPointer($0.makeInstance(isChild ? .child : .parent).slot) }
        },
        died: { mark in
          NativeCaller.currentIfAny?.destroy(NativeInstance(slot: mark.assumingMemoryBound(to: Slot.self)))
        },
        marks: slabBounds.lowerBound, marks_end: slabBounds.upperBound))
    precondition(isLinked, "a program that races listings is linked with --wrap=swift_allocObject")
  }
}
