import CSingletonSchedules

/// Finds the stored properties of an owner that no actor guards, because no order of jobs says what happens to them in two
/// jobs at the same time: locks and the like by their types, and others by the jobs that change them.
///
/// Properties of an object that a `let` of the owner holds are the owner's. What is only read on no actor is not found.
/// Left out are those of which code tells that is compiled for a check.
struct UnguardedMemory {
  /// A stored property, and where it is.
  private struct Property {
    let name: String
    let place: UnsafeRawBufferPointer
    /// What was in it after the job before.
    var content: [UInt8]
    /// The actor whose jobs have changed it in this schedule.
    var actor: UnsafeMutableRawPointer?
  }

  private static let locks: Set = [
    "NSLock", "NSRecursiveLock", "NSCondition", "NSConditionLock", "DispatchQueue", "DispatchSemaphore",
    "DispatchGroup",
    "OSAllocatedUnfairLock", "ManagedAtomic", "ManagedAtomicLazyReference", "NIOLock", "NIOLockedValueBox",
  ]
  /// The maximum number of objects between an owner and a property.
  private static let mostDepth = 4

  /// The memory of a property that was found, in the schedule that was the last to show it. All schedules of a search have the
  /// same places.
  private struct Finding {
    let place: UnsafeRawBufferPointer
    let isLock: Bool
    /// Whether the object stores its whole state in place, so that each use writes to that memory.
    var isInPlace = false
    /// The words of the property's object, one of which is the address of the mutex that a lock of Foundation has allocated.
    var words: [UnsafeRawPointer] = []

    var isFollowed: Bool {
      cs_follows(place.baseAddress!, max(1, place.count), isLock) || words.contains { cs_follows($0, 1, isLock) }
    }
  }

  /// The properties that were found, by their names, such as `lock`.
  private var found: [String: Finding] = [:]
  private var properties: [Property] = []

  /// The names of the properties that were found.
  var names: [String] { found.filter { !$0.value.isFollowed }.keys.sorted() }

  /// Lets it be noticed whether any code writes to what was found. Returns false if that is not possible.
  ///
  /// A job that locks a `Mutex` or changes an `Atomic` writes to its memory. If no job writes there, reads are harmless.
  func guardAll() -> Bool {
    found.values.filter { !$0.isFollowed }.allSatisfy {
      $0.isInPlace && cs_guard_range($0.place.baseAddress!, $0.place.count)
    }
  }

  /// Uses the types of what a schedule may be the first to need.
  mutating func useAll() {
    let place = UnsafeRawBufferPointer(start: nil, count: 0)
    properties = [Property(name: "", place: place, content: Array(place))]
    found[""] = Finding(place: place, isLock: false)
  }

  /// Begins a schedule with an owner, which must exist until its end.
  mutating func begin(_ owner: Any) {
    properties = []
    if type(of: owner) is AnyClass { add(owner as AnyObject, "", depth: 0) }
  }

  /// Notes the properties that a job has changed.
  mutating func note(changesOn executor: cs_executor) {
    for index in properties.indices {
      let property = properties[index]
      guard !property.place.elementsEqual(property.content) else { continue }
      properties[index].content = Array(property.place)
      let actor = property.actor ?? executor.identity
      if actor == nil || actor != executor.identity {
        found[property.name] = Finding(place: property.place, isLock: false)
      }
      properties[index].actor = actor
    }
  }

  private mutating func add(_ object: AnyObject, _ prefix: String, depth: Int) {
    let type: Any.Type = Swift.type(of: object)
    // Only an executor that is not the actor's own knows which jobs it runs.
    let hasOtherExecutor = (object as? any Actor).map { !isOwn($0.unownedExecutor, of: object) } ?? false
    let start = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    let count = fieldCount(type)
    for index in 0..<count {
      var field = FieldDescription()
      let content = fieldMetadata(type, index: index, &field)
      let name = prefix + (field.name.map { String(cString: $0) } ?? "")
      field.free?(field.name)
      let offset = fieldOffset(type, index: index)
      // The runtime knows no size of what cannot be copied. It ends before the next property, or with the object.
      let isInPlace = content == Void.self
      let end =
        index + 1 < count
        ? fieldOffset(type, index: index + 1) : instanceSize(Swift.type(of: object))
      let place = UnsafeRawBufferPointer(start: start + offset, count: isInPlace ? end - offset : size(of: content))
      if Self.isShared(content) {
        found[name] = Finding(
          place: place, isLock: true, isInPlace: isInPlace, words: Self.words(at: place, content))
      } else if let object = Self.object(at: place, content, field), depth < Self.mostDepth {
        add(object, name + ".", depth: depth + 1)
      } else if !hasOtherExecutor {
        properties.append(Property(name: name, place: place, content: Array(place)))
      }
    }
  }

  /// Returns the object that a property always holds, or `nil` if it is not always the same or guards itself.
  private static func object(
    at place: UnsafeRawBufferPointer, _ type: Any.Type, _ field: FieldDescription
  ) -> AnyObject? {
    guard type is AnyClass, !(type is any Actor.Type), field.isStrong, !field.isVar else { return nil }
    return Unmanaged<AnyObject>.fromOpaque(place.load(as: UnsafeRawPointer.self)).takeUnretainedValue()
  }

  /// Returns the words of the object that a property holds.
  private static func words(at place: UnsafeRawBufferPointer, _ type: Any.Type) -> [UnsafeRawPointer] {
    guard type is AnyClass, let object = place.load(as: UnsafeRawPointer?.self) else { return [] }
    let offsets = (0..<fieldCount(type)).map { fieldOffset(type, index: $0) }
    return offsets.compactMap { object.loadUnaligned(fromByteOffset: $0, as: UnsafeRawPointer?.self) }
  }

  /// Returns whether values of a type are shared without an actor. The runtime has no type for values that cannot be
  /// copied, such as a `Mutex` or an `Atomic`.
  private static func isShared(_ type: Any.Type) -> Bool {
    type == Void.self || !locks.isDisjoint(with: "\(type)".split { !$0.isLetter }.map(String.init))
  }

  private func isOwn(_ executor: UnownedSerialExecutor, of actor: AnyObject) -> Bool {
    unsafeBitCast(executor, to: (UInt, UInt).self).0 == UInt(bitPattern: Unmanaged.passUnretained(actor).toOpaque())
  }
}

private func size(of type: Any.Type) -> Int {
  func size<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
  return size(type)
}

/// A stored property, as the runtime describes it.
private struct FieldDescription {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVar = false
}

// A mirror does not show values that cannot be copied; these functions are behind mirrors.

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func fieldCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func fieldMetadata(_ type: Any.Type, index: Int, _ field: UnsafeMutablePointer<FieldDescription>) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func fieldOffset(_ type: Any.Type, index: Int) -> Int

@_silgen_name("$ss36_class_getInstancePositiveExtentSizeySiyXlXpF")
private func instanceSize(_ type: AnyClass) -> Int
