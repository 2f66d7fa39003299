/// The names of an owner's modeled primitives, which are those of its stored properties, and of the properties that no
/// check can see.
struct FieldNames {
  private var names: [Primitive.Origin: String] = [:]
  /// The names of primitives that no modeled thread has made.
  private var outsideNames: [ObjectIdentifier: String] = [:]
  /// The variable properties that are not modeled.
  private(set) var unmodeled: [String] = []
  /// The primitives by their addresses.
  private let primitives: [UInt: Primitive]

  init(of owners: [Any], primitives: [Primitive]) {
    self.primitives = Dictionary(primitives.map { ($0.addressInOwner, $0) }) { first, _ in first }
    for owner in owners.compactMap(Reflection.object) { visit(owner, prefix: "", level: 1) }
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

  private mutating func visit(_ object: AnyObject, prefix: String, level: Int) {
    for property in StoredProperty.all(of: object) {
      let name = prefix + property.name
      if let primitive = primitives[property.word] {
        set(name, primitive)
        continue
      }
      if property.isVar, !unmodeled.contains(name) { unmodeled.append(name) }
      if level < StoredProperty.mostLevels, let content = property.object {
        visit(content, prefix: name + ".", level: level + 1)
      }
    }
  }
}
