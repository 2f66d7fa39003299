/// The stored properties of an owner that no check can see.
struct UnmodeledProperties {
  /// The names of the variables.
  var variables: [String] = []
  /// The synchronization objects, such as `lock (NSLock)`.
  var locks: [String] = []
}

/// The names of an owner's modeled primitives, taken from its stored properties, and the names of the properties that
/// no check can see.
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

  /// - Parameter module: The module of the owner's type. Locks inside objects of other modules do not matter here.
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

/// Recognizes synchronization objects of other modules, which no check can see, by the names of their types.
enum UnmodeledLock {
  private static let names: Set = [
    // Foundation
    "NSLock", "NSRecursiveLock", "NSCondition", "NSConditionLock", "NSLocking", "OperationQueue", "NSOperationQueue",
    // Dispatch, whose classes have these names on macOS
    "DispatchQueue", "DispatchSemaphore", "DispatchGroup", "OS_dispatch_queue", "OS_dispatch_semaphore",
    "OS_dispatch_group",
    // os and the C library
    "OSAllocatedUnfairLock", "os_unfair_lock_s", "sem_t", "pthread_mutex_t", "pthread_rwlock_t", "pthread_cond_t",
    "_opaque_pthread_mutex_t", "_opaque_pthread_rwlock_t", "_opaque_pthread_cond_t",
    // swift-atomics and swift-nio
    "ManagedAtomic", "ManagedAtomicLazyReference", "UnsafeAtomic", "UnsafeAtomicLazyReference", "NIOLock",
    "NIOLockedValueBox",
  ]

  /// Returns the name of a synchronization type if the given type is one or contains one, as a generic argument, like
  /// an array, or in a stored property of a struct.
  static func name(in type: Any.Type) -> String? {
    let name = _typeName(type)
    // A function keeps no lock, whatever its arguments are.
    guard !name.contains("->") else { return nil }
    let words = name.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
    let own = #fileID.prefix { $0 != "/" } + "."
    let found = words.lazy.filter { !$0.hasPrefix(own) }.compactMap { $0.split(separator: ".").last.map(String.init) }
    return found.first(where: names.contains) ?? StoredProperty.types(inStruct: type).lazy.compactMap(Self.name).first
  }
}
