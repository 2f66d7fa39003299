/// An address inside of a value.
struct Address: Hashable {
  let word: UInt
  /// Whether it is that of an object, and not what a pointer points to.
  let isObject: Bool
}

/// The addresses inside of a value, which are its identity unless the check is given another one: of objects, in structs,
/// enumerations, tuples and collections too, and of the memory to which pointers point.
enum Addresses {
  static func inside<Value>(of value: Value) -> [Address] {
    // Without a cast, which would take longer than most accessors.
    Value.self is AnyClass
      ? [Address(word: unsafeBitCast(value, to: UInt.self), isObject: true)] : inside(ofAny: value)
  }

  /// Whether the value is an object itself.
  static func isObject<Value>(_ value: Value) -> Bool { type(of: value as Any) is AnyClass }

  private static func inside(ofAny value: Any) -> [Address] {
    if type(of: value) is AnyClass {
      let object = Unmanaged.passUnretained(value as AnyObject).toOpaque()
      return [Address(word: UInt(bitPattern: object), isObject: true)]
    }
    if let pointer = value as? any _Pointer { return [address(of: pointer)] }
    if let pointer = value as? OpaquePointer { return [Address(word: UInt(bitPattern: pointer), isObject: false)] }
    return Mirror(reflecting: value).children.flatMap { inside(ofAny: $0.value) }
  }

  private static func address(of pointer: some _Pointer) -> Address {
    Address(word: UInt(bitPattern: pointer), isObject: false)
  }
}
