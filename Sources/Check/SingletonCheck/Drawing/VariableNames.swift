import CSingletonHooks
import SingletonPlatform
@_spi(Reflection) import Swift

/// The names of memory: the stored properties of objects by their offsets.
struct VariableNames {
  private struct Field {
    let name: String
    let begin: UInt
    let isString: Bool
    /// Whether all zeros are `nil`.
    var isOptional = false
    /// Where a byte says whether there is a value, if one does.
    var tag: UInt?
    /// The end, or `nil` if the runtime has no type for the value, such as for a `Mutex`.
    let end: UInt?

    init<Value>(_ name: String, at begin: UInt, _ type: Value.Type) {
      (self.name, self.begin) = (name, begin)
      isString = type == String.self || type == String?.self
      if let optional = type as? any OptionalType.Type {
        tag = optional.tagOffset.map { begin + UInt($0) }
        isOptional = tag == nil
      }
      end = type == Void.self ? nil : begin + UInt(MemoryLayout<Value>.size)
    }
  }

  /// For each object its fields in the order of their addresses.
  private var fields: [UInt: [Field]] = [:]
  /// The names of the classes of objects that were added because their memory was accessed.
  private var classes: [UInt: String] = [:]

  /// Adds the properties of an object.
  mutating func add(_ object: AnyObject) {
    let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    var found: [Field] = []
    var type: AnyClass? = Swift.type(of: object)
    while let level = type {
      _forEachField(of: level, options: _EachFieldOptions(rawValue: 1)) { name, offset, type, _ in
        found.append(Field(Self.property(String(cString: name)), at: address + UInt(offset), type))
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
    /// The class of an object that is neither the owner nor an instance; otherwise `nil`.
    let ofClass: String?
    let isOptional: Bool
    /// Whether the byte says that there is no value.
    let isTag: Bool
    /// Whether the word is the first of a `String`, or `nil` if it is part of no `String`.
    let beginsString: Bool?
  }

  /// Returns the property at an address, or `nil` if there is none.
  mutating func property(at address: UInt) -> Property? {
    var size = 0
    let object = ch_block(address, &size)
    if fields[object] == nil, Self.isOfClass(object) { addClass(of: object) }
    guard let field = fields[object]?.last(where: { $0.begin <= address }), address < field.end ?? .max else {
      return nil
    }
    let word = (address - field.begin) / 8
    let name = field.end == nil && word > 0 ? "word \(word + 1) of \(field.name)" : field.name
    return Property(
      name: name, object: object, ofClass: classes[object], isOptional: field.isOptional, isTag: address == field.tag,
      beginsString: field.isString ? address == field.begin : nil)
  }

  private mutating func addClass(of address: UInt) {
    let object = Unmanaged<AnyObject>.fromOpaque(UnsafeRawPointer(bitPattern: address)!).takeUnretainedValue()
    classes[address] = "\(type(of: object))"
    add(object)
  }

  /// Whether an address is that of an object of a class that has not ended, and not that of a box of the compiler.
  private static func isOfClass(_ object: UInt) -> Bool {
    let (classKind, lastKind): (UInt, UInt) = (0, 0x7ff)
    guard object != 0, !ch_is_memory(object), ch_references(object) > 0,
      let metadata = UnsafePointer<UnsafePointer<UInt>>(bitPattern: object)?.pointee
    else { return false }
    return metadata.pointee == classKind || metadata.pointee > lastKind
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
    let parts = FunctionName.withoutFileMarks(text).split(separator: " : ", maxSplits: 1)
    // The name may be `static Module.Type.name : Swift.Optional<Module.Type>`.
    let path = parts[0].replacing("static ", with: "").split(separator: ".").map { $0.split(separator: " ")[0] }
    let wrapped = parts.last!.hasPrefix("Swift.Optional<") ? parts.last!.dropFirst("Swift.Optional<".count) : ""
    // A byte behind a number says whether there is one.
    let isNumber = ["Int", "UInt", "Double", "Float"].contains { wrapped.hasPrefix("Swift.\($0)") }
    return (path.suffix(2).joined(separator: "."), !wrapped.isEmpty && !isNumber)
  }

  /// The names of what the library has in place of the elements of an empty collection.
  private static let empty = [
    "_swiftEmptyArrayStorage": "an empty array", "_swiftEmptyDictionarySingleton": "an empty dictionary",
    "_swiftEmptySetSingleton": "an empty set",
  ]

  /// Returns in words that of which a word is the address: a type, or the table by which it conforms to a protocol, as in a
  /// value of any type, or another constant of a loaded file; `nil` if it is none.
  static func constant(at word: UInt) -> String? {
    guard word > 1 << 16, FunctionName.isInFile(word) else { return nil }
    guard let name = ch_constant_name(word).map({ String(cString: $0) }) else { return "a constant" }
    let text = FunctionName.withoutFileMarks(name)
    for (prefix, what) in [("type metadata for ", "the type "), ("protocol witness table for ", "the functions of ")]
    where text.hasPrefix(prefix) {
      let type = text.dropFirst(prefix.count).prefix { $0 != " " && $0 != "<" }
      return what + (type.split(separator: ".").last ?? type)
    }
    return empty[text] ?? "a constant"
  }

  private static func property(_ storage: String) -> String {
    let lazily = "$__lazy_storage_$_"
    return storage.hasPrefix(lazily) ? String(storage.dropFirst(lazily.count)) : storage
  }
}

private protocol OptionalType {
  /// Where a byte behind the value says whether there is one; `nil` if the value itself does.
  static var tagOffset: Int? { get }
}

extension Optional: OptionalType {
  static var tagOffset: Int? {
    MemoryLayout<Wrapped?>.size > MemoryLayout<Wrapped>.size ? MemoryLayout<Wrapped>.size : nil
  }
}
