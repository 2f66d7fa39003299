import SingletonPlatform

/// A journal in a static variable, which can be cleared.
final class Journal {
  /// Only the thread of ``StorageDemo`` uses the variable, once.
  nonisolated(unsafe) static var shared: Journal?

  /// The address of the variable itself.
  static var variable: UnsafeRawPointer {
    withUnsafePointer(to: &shared) { UnsafeRawPointer($0) }
  }

  /// The address of an object, to which the variable may point.
  var object: UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
  }
}
