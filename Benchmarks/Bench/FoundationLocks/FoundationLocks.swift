import Foundation
import LoopTime
import PlainFoundation

/// Loops around the locks of Foundation, and of the module that listings are compiled with in its place.
///
/// `FoundationLocks Foundation.NSLock` prints how many nanoseconds locking and unlocking take.
@main enum FoundationLocks {
  static func main() async { await printTime(of: locks) }

  private static let locks: [String: @Sendable () throws -> Double] = [
    "Foundation.NSLock": {
      let lock = Foundation.NSLock()
      return nanoseconds { count in lock.withLock { count &+= 1 } }
    },
    "Foundation.NSRecursiveLock": {
      let lock = Foundation.NSRecursiveLock()
      return nanoseconds { count in lock.withLock { count &+= 1 } }
    },
    "PlainFoundation.NSLock": {
      let lock = PlainFoundation.NSLock()
      return nanoseconds { count in lock.withLock { count &+= 1 } }
    },
    "PlainFoundation.NSRecursiveLock": {
      let lock = PlainFoundation.NSRecursiveLock()
      return nanoseconds { count in lock.withLock { count &+= 1 } }
    },
  ]
}

@inline(__always)
private func nanoseconds(_ lockedIncrement: (inout Int) -> Void) -> Double {
  var count = 0
  return medianTime { turns in
    for _ in 0..<turns { lockedIncrement(&count) }
    return count
  }
}
