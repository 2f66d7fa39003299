/// A new object for each trial, in a cell that is used again and again.
public final class PerTrial<Object: AnyObject & Sendable>: @unchecked Sendable {
  private let make: @Sendable () -> Object
  /// Changed only between two trials, when no thread of either is running.
  public private(set) var object: Object

  public init(_ make: @escaping @Sendable () -> Object) {
    self.make = make
    object = make()
  }

  public func renew() { object = make() }
}
