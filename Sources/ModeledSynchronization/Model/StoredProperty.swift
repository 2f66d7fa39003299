/// A copyable value that consists of a reference to a primitive.
protocol PrimitiveHolder {}

/// A stored property of an object.
///
/// A mirror does not show values that cannot be copied, such as a `Mutex`, so this type uses the functions of the
/// runtime that are behind mirrors.
struct StoredProperty {
  /// The name, without the underscore of a wrapper's storage.
  let name: String
  let type: Any.Type
  let isVar: Bool
  /// The first word of the value; 0 for a weak reference, and for a value that is not aligned to a word.
  let word: UInt

  /// The maximum depth of a search: the number of objects, each held by a property of the one before.
  static let mostLevels = 3

  /// Returns the properties of an object, those of its superclass first.
  static func all(of object: AnyObject) -> [StoredProperty] {
    let type: Any.Type = Swift.type(of: object)
    return (0..<fieldCount(type)).compactMap { StoredProperty(object, type, $0) }
  }

  private init?(_ object: AnyObject, _ type: Any.Type, _ index: Int) {
    var field = FieldDescription()
    self.type = fieldMetadata(type, index: index, &field)
    defer { field.free?(field.name) }
    guard let name = field.name else { return nil }
    self.name = Self.property(String(cString: name))
    isVar = field.isVar
    let offset = fieldOffset(type, index: index)
    let isWord = offset % MemoryLayout<UInt>.alignment == 0 && Self.beginsWithWord(self.type)
    word =
      field.isStrong && isWord
      ? Unmanaged.passUnretained(object).toOpaque().load(fromByteOffset: offset, as: UInt.self) : 0
  }

  /// Returns the types of the stored properties of a struct; none for any other type.
  static func types(inStruct type: Any.Type) -> [Any.Type] {
    // For an enumeration, the runtime knows the types only with a value. Metadata begin with their kind.
    guard unsafeBitCast(type, to: UnsafePointer<Int>.self).pointee == structKind else { return [] }
    return (0..<fieldCount(type)).map { index in
      var field = FieldDescription()
      defer { field.free?(field.name) }
      return fieldMetadata(type, index: index, &field)
    }
  }

  private static let structKind = 0x200

  /// Returns whether the values of a type may begin with a reference. The runtime has no type for those that cannot be
  /// copied.
  private static func beginsWithWord(_ type: Any.Type) -> Bool {
    type == Void.self || type is any PrimitiveHolder.Type || Reflection.unwrapped(type) is AnyClass
  }

  /// The object that the property holds, if it is a reference to one.
  var object: AnyObject? {
    guard Reflection.unwrapped(type) is AnyClass, let address = UnsafeRawPointer(bitPattern: word) else { return nil }
    return Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue()
  }

  private static func property(_ storage: String) -> String {
    let lazily = "$__lazy_storage_$_"
    let name = storage.hasPrefix(lazily) ? storage.dropFirst(lazily.count) : storage[...]
    return String(name.hasPrefix("_") ? name.dropFirst() : name)
  }
}

// MARK: - The runtime's functions behind Mirror

/// A stored property, as the runtime describes it.
private struct FieldDescription {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVar = false
}

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func fieldCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func fieldMetadata(_ type: Any.Type, index: Int, _ field: UnsafeMutablePointer<FieldDescription>) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func fieldOffset(_ type: Any.Type, index: Int) -> Int
