/// An object that is replaced before each trial, in a cell that is reused.
package final class PerTrial<Object: AnyObject & Sendable>: @unchecked Sendable {
  // Unchecked: the object changes only between two trials, when no thread of either is running.
  private let make: @Sendable () -> Object
  /// The current trial's object.
  package private(set) var object: Object

  package init(_ make: @escaping @Sendable () -> Object) {
    self.make = make
    object = make()
  }

  package func renew() { object = make() }
}
