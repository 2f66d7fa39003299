/// A value that is an address, which differs from run to run.
protocol Address {}

extension Address {
  /// The address; 0 for nil.
  var bits: UInt {
    // Every conforming type is one word.
    unsafeBitCast(self, to: UInt.self)
  }
}

extension UnsafeRawPointer: Address {}
extension UnsafeMutableRawPointer: Address {}
extension UnsafePointer: Address {}
extension UnsafeMutablePointer: Address {}
extension OpaquePointer: Address {}
extension Unmanaged: Address {}
extension ObjectIdentifier: Address {}
extension Optional: Address where Wrapped: Address {}

private protocol OptionalValue {
  static var none: Self { get }
  static var wrapped: Any.Type { get }
  var content: Any? { get }
}

extension Optional: OptionalValue {
  static var wrapped: Any.Type { Wrapped.self }
  var content: Any? { self }
}

/// Looks into values whose types are known only at run time.
enum Reflection {
  static func address(of object: AnyObject) -> UInt { UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()) }

  /// Returns a value's object, whatever optionals and existentials wrap it, or `nil` if the value is not an object.
  static func object(in value: Any) -> AnyObject? {
    guard let value = unwrapped(value), type(of: value) is AnyClass else { return nil }
    return value as AnyObject
  }

  static func isNil(_ value: Any) -> Bool { unwrapped(value) == nil }

  /// Returns `nil` as a value of the type, if the type is an optional.
  static func none<Value>(_ type: Value.Type) -> Value? { (type as? any OptionalValue.Type)?.none as? Value }

  /// Returns the type of the values of an optional; any other type itself.
  static func unwrapped(_ type: Any.Type) -> Any.Type { (type as? any OptionalValue.Type)?.wrapped ?? type }

  private static func unwrapped(_ value: Any) -> Any? {
    guard let optional = value as? any OptionalValue else { return value }
    return optional.content.flatMap(unwrapped)
  }

  /// Returns the objects that a value contains directly, without the objects that these hold.
  static func objects(inside value: Any) -> [AnyObject] {
    if let object = object(in: value) { return [object] }
    return Mirror(reflecting: value).children.flatMap { objects(inside: $0.value) }
  }

  /// Returns a value in words, in which instances have letters.
  ///
  /// - Parameter letter: Returns the letter of the instance at an address.
  static func text(of value: Any, _ letter: (UInt) -> String?) -> String {
    guard let content = unwrapped(value) else { return "nil" }
    if let object = object(in: content) { return letter(address(of: object)) ?? "\(type(of: object))" }
    let mirror = Mirror(reflecting: content)
    guard mirror.displayStyle == .struct || mirror.displayStyle == .tuple, !(content is any CustomStringConvertible)
    else { return "\(content)" }
    let parts = mirror.children.map { child in
      let text = text(of: child.value, letter)
      return child.label.map { $0.hasPrefix(".") ? text : "\($0): \(text)" } ?? text
    }
    return "(" + parts.joined(separator: ", ") + ")"
  }
}
