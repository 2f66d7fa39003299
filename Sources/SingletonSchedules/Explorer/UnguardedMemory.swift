/// Finds the stored properties of an owner that no actor guards, because no order of jobs says what happens to them in
/// two jobs at the same time.
enum UnguardedMemory {
  private static let locks: Set = [
    "NSLock", "NSRecursiveLock", "NSCondition", "NSConditionLock", "DispatchQueue", "DispatchSemaphore",
    "DispatchGroup",
    "OSAllocatedUnfairLock", "ManagedAtomic", "ManagedAtomicLazyReference", "NIOLock", "NIOLockedValueBox",
  ]

  /// Returns the names of the properties, such as `lock`.
  static func names(in owner: Any) -> [String] {
    let type: Any.Type = Swift.type(of: owner)
    guard type is AnyClass else { return [] }
    return (0..<fieldCount(type)).compactMap { index in
      var field = FieldDescription()
      let content = fieldMetadata(type, index: index, &field)
      defer { field.free?(field.name) }
      guard let name = field.name, isUnguarded(content) else { return nil }
      return String(cString: name)
    }
  }

  /// Returns whether values of a type are shared without an actor. The runtime has no type for values that cannot be
  /// copied, such as a `Mutex` or an `Atomic`.
  private static func isUnguarded(_ type: Any.Type) -> Bool {
    type == Void.self || !locks.isDisjoint(with: "\(type)".split { !$0.isLetter }.map(String.init))
  }
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
