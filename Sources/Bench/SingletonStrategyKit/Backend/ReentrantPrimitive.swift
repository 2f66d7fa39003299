import SingletonCore
import SingletonPlatform

/// The primitives whose behavior in a re-entry depends on the operating system. In a re-entry, an initializer calls the
/// accessor of the instance that it is initializing.
///
/// All other primitives behave in the same way on every system. This table determines both what strategies declare
/// about re-entry and how the checker models these primitives.
package enum ReentrantPrimitive: CaseIterable, Sendable {
  case pthreadOnce
  case staticLet
  /// `pthread_rwlock_t`, held for writing by a thread that locks it again.
  case readerWriterLock

  /// Returns the possible results of re-entry: a trap if the primitive notices that the thread would wait for itself,
  /// or a hang.
  package func endings(on system: OperatingSystem = .current) -> Set<Defect> {
    switch (self, system) {
    case (.pthreadOnce, .apple), (.staticLet, .apple), (.readerWriterLock, .linux): [.trap]
    case (.pthreadOnce, .linux), (.pthreadOnce, .musl), (.staticLet, .linux), (.staticLet, .musl): [.hang]
    case (.readerWriterLock, .musl): [.hang]
    // Darwin's lock records its holder only if the lock was free when it was locked. A thread that got the lock from
    // the kernel is not recorded, and waits for itself.
    case (.readerWriterLock, .apple): [.trap, .hang]
    }
  }
}

extension Expectation {
  /// Returns the expectation that a re-entry ends in the way that the primitive determines.
  package static func reentry(of primitive: ReentrantPrimitive, on system: OperatingSystem = .current) -> Expectation {
    Expectation(.ends(primitive.endings(on: system)))
  }
}
