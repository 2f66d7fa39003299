/// A new object for each trial, in a cell that is used again and again.
final class Fresh<Object: AnyObject & Sendable>: @unchecked Sendable {
  private let make: @Sendable () -> Object
  /// Changed only between two trials, when no thread of either is running.
  private(set) var object: Object

  init(_ make: @escaping @Sendable () -> Object) {
    self.make = make
    object = make()
  }

  func renew() { object = make() }
}
