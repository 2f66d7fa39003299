/// The addresses inside of a value, which are its identity unless the check is given another one: of objects, in structs,
/// enumerations, tuples and collections too, and of the memory to which pointers point.
enum Addresses {
  static func inside<Value>(of value: Value) -> [UInt] {
    // Without a cast, which would take longer than most accessors.
    Value.self is AnyClass ? [unsafeBitCast(value, to: UInt.self)] : inside(ofAny: value)
  }

  /// Whether the value is an object itself.
  static func isObject<Value>(_ value: Value) -> Bool { type(of: value as Any) is AnyClass }

  private static func inside(ofAny value: Any) -> [UInt] {
    if type(of: value) is AnyClass {
      return [UInt(bitPattern: Unmanaged.passUnretained(value as AnyObject).toOpaque())]
    }
    if let pointer = value as? any _Pointer { return [address(of: pointer)] }
    if let pointer = value as? OpaquePointer { return [UInt(bitPattern: pointer)] }
    return Mirror(reflecting: value).children.flatMap { inside(ofAny: $0.value) }
  }

  private static func address(of pointer: some _Pointer) -> UInt { UInt(bitPattern: pointer) }
}
