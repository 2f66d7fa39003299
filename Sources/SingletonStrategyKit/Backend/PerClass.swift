/// A pair of values, one per class.
public struct PerClass<Value> {
  public let parent: Value
  public let child: Value

  @inline(__always)
  public init(parent: Value, child: Value) {
    self.parent = parent
    self.child = child
  }

  @inline(__always)
  public subscript(class: InstanceClass) -> Value { `class` == .parent ? parent : child }
}

extension PerClass: Sendable where Value: Sendable {}
