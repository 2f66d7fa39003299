/// What another module lets code store in it.
public final class Box<Element> {
  public var value: Element
  public init(_ value: Element) { self.value = value }
  public func get() -> Element { value }
  public func set(_ new: Element) { value = new }
}

open class Base {
  public var count = 0
  public init() {}
  open func bump() { count += 1 }
}

public enum Phase<Element> {
  case idle
  indirect case next(Phase<Element>, Element)
  case done(Element)
}
