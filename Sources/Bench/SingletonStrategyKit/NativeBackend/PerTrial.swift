/// An object in a reused cell that is replaced before each trial.
@usableFromInline package final class PerTrial<Object: AnyObject & Sendable>: @unchecked Sendable {
  // Unchecked: the object changes only between two trials, when no thread of either is running.
  private let make: @Sendable () -> Object
  /// The current trial's object.
  @usableFromInline package private(set) var object: Object

  @usableFromInline package init(_ make: @escaping @Sendable () -> Object) {
    self.make = make
    object = make()
  }

  @usableFromInline package func renew() { object = make() }
}
