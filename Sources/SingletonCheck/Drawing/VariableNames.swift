import CSingletonHooks
@_spi(Reflection) import Swift

/// The names of memory: the stored properties of objects by their offsets.
struct VariableNames {
  private struct Field {
    let name: String
    let begin: UInt
    let isOptional: Bool
    let isString: Bool
  }

  /// For each object its fields in the order of their addresses.
  private var fields: [UInt: [Field]] = [:]

  /// Adds the properties of an object.
  mutating func add(_ object: AnyObject) {
    let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    var found: [Field] = []
    var type: AnyClass? = Swift.type(of: object)
    while let level = type {
      _forEachField(of: level, options: _EachFieldOptions(rawValue: 1)) { name, offset, type, _ in
        found.append(
          Field(
            name: Self.property(String(cString: name)), begin: address + UInt(offset),
            isOptional: type is any OptionalType.Type, isString: type == String.self || type == String?.self))
        return true
      }
      type = _getSuperclass(level)
    }
    fields[address] = found.sorted { $0.begin < $1.begin }
  }

  /// A property that a word is part of.
  struct Property {
    let name: String
    let object: UInt
    let isOptional: Bool
    /// Whether the word is the first of a `String`, or `nil` if it is part of no `String`.
    let beginsString: Bool?
  }

  /// Returns the property at an address, or `nil` if there is none.
  func property(at address: UInt) -> Property? {
    var size = 0
    let object = ch_block(address, &size)
    guard let field = fields[object]?.last(where: { $0.begin <= address }) else { return nil }
    return Property(
      name: field.name, object: object, isOptional: field.isOptional,
      beginsString: field.isString ? address == field.begin : nil)
  }

  /// Returns the name of the property that holds a lock, a semaphore or the like, or whose object does as its first pointer;
  /// `nil` if there is none.
  func holder(of address: UInt) -> String? {
    for field in fields.values.joined() {
      guard let word = Self.word(at: field.begin), word != 0 else { continue }
      if word == address || Self.firstPointer(of: word) == address { return field.name }
    }
    return nil
  }

  /// The first pointer to a block of the check's memory behind an object's header.
  private static func firstPointer(of object: UInt) -> UInt? {
    var size = 0
    guard ch_block(object, &size) == object else { return nil }
    return stride(from: object + 16, to: object + UInt(size), by: 8).lazy.compactMap(word(at:)).first { word in
      var size = 0
      return ch_block(word, &size) == word
    }
  }

  private static func word(at address: UInt) -> UInt? {
    var size = 0
    let block = ch_block(address, &size)
    guard block != 0, address + 8 <= block + UInt(size) else { return nil }
    return UnsafeRawPointer(bitPattern: address)?.loadUnaligned(as: UInt.self)
  }

  /// Returns the name of the global variable at an address, such as `Cache.shared`, and whether its type is an optional;
  /// `nil` if it is none.
  static func global(at address: UInt) -> (name: String, isOptional: Bool)? {
    guard let text = ch_variable_name(address).map({ String(cString: $0) }) else { return nil }
    // Such as `(anonymous namespace)::made`.
    if text.contains("::") || !text.contains(".") {
      return (text.replacing("(anonymous namespace)::", with: ""), false)
    }
    let parts = text.split(separator: " : ", maxSplits: 1)
    // Such as `static Module.Type.(name in _0123) : Swift.Optional<Module.Type>`.
    let path = parts[0].replacing("static ", with: "").split(separator: ".").map { part in
      part.drop { $0 == "(" }.split(separator: " ")[0]
    }
    let isOptional = parts.count == 2 && parts[1].hasPrefix("Swift.Optional<")
    return (path.suffix(2).joined(separator: "."), isOptional)
  }

  /// Returns the name of a type, or of the table by which it conforms to a protocol, of which a word is the address, as in a
  /// value of any type; `nil` if it is none.
  static func type(at word: UInt) -> String? {
    guard word > 1 << 16, let text = ch_constant_name(word).map({ String(cString: $0) }) else { return nil }
    for (prefix, what) in [("type metadata for ", "the type "), ("protocol witness table for ", "the functions of ")]
    where text.hasPrefix(prefix) {
      let type = text.dropFirst(prefix.count).prefix { $0 != " " }
      return what + (type.split(separator: ".").last ?? type)
    }
    return nil
  }

  private static func property(_ storage: String) -> String {
    let lazily = "$__lazy_storage_$_"
    return storage.hasPrefix(lazily) ? String(storage.dropFirst(lazily.count)) : storage
  }
}

private protocol OptionalType {}
extension Optional: OptionalType {}
