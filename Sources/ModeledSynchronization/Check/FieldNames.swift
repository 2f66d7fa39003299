/// The stored properties of an owner that no check can see.
struct UnmodeledProperties {
  /// The names of the variables.
  var variables: [String] = []
  /// The synchronization objects, such as `lock (NSLock)`.
  var locks: [String] = []
}

/// The names of an owner's modeled primitives, which are those of its stored properties, and of the properties that no
/// check can see.
struct FieldNames {
  private var names: [Primitive.Origin: String] = [:]
  /// The names of primitives that no modeled thread has made.
  private var outsideNames: [ObjectIdentifier: String] = [:]
  private(set) var unmodeled = UnmodeledProperties()
  /// The primitives by their addresses.
  private let primitives: [UInt: Primitive]

  init(of owners: [Any], primitives: [Primitive]) {
    self.primitives = Dictionary(primitives.map { ($0.addressInOwner, $0) }) { first, _ in first }
    for owner in owners.compactMap(Reflection.object) { visit(owner, of: Self.module(owner), prefix: "", level: 1) }
  }

  subscript(primitive: Primitive) -> String? {
    primitive.origin.map { names[$0] } ?? outsideNames[ObjectIdentifier(primitive)]
  }

  private mutating func set(_ name: String, _ primitive: Primitive) {
    if let origin = primitive.origin {
      names[origin] = name
    } else {
      outsideNames[ObjectIdentifier(primitive)] = name
    }
  }

  /// - Parameter module: The module of the owner's type. The locks of other modules' objects are their own affair.
  private mutating func visit(_ object: AnyObject, of module: Substring, prefix: String, level: Int) {
    for property in StoredProperty.all(of: object) {
      let name = prefix + property.name
      let primitive = primitives[property.word]
      if let primitive { set(name, primitive) }
      if let type = UnmodeledLock.name(in: property.type) {
        if Self.module(object) == module { unmodeled.locks.appendNew("\(name) (\(type))") }
      } else if primitive == nil {
        if property.isVar { unmodeled.variables.appendNew(name) }
        if level < StoredProperty.mostLevels, let content = property.object {
          visit(content, of: module, prefix: name + ".", level: level + 1)
        }
      }
    }
  }

  private static func module(_ object: AnyObject) -> Substring { _typeName(type(of: object)).prefix { $0 != "." } }
}

extension [String] {
  fileprivate mutating func appendNew(_ name: String) { if !contains(name) { append(name) } }
}
