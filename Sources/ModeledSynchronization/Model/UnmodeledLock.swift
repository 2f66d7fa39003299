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

  /// Returns the name of such a type that a type is, or that it contains: as a generic argument, as an array does, or in
  /// a stored property of a struct.
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
