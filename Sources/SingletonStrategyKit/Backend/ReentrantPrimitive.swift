import SingletonCore
import SingletonPlatform

/// The primitives for which re-entry, an initializer's request for the instance that it is initializing, ends
/// differently on different systems.
///
/// For every other primitive, it ends in the same way everywhere. The declarations of re-entry and the checker's models
/// of these primitives follow from this table.
package enum ReentrantPrimitive: CaseIterable, Sendable {
  case pthreadOnce
  case staticLet
  /// `pthread_rwlock_t`, held for writing by the thread that asks for it.
  case readerWriterLock

  /// Returns the possible results of re-entry: a trap if the primitive notices that the thread would wait for itself,
  /// or a hang.
  package func endings(on system: OperatingSystem = .current) -> Set<Defect> {
    switch (self, system) {
    case (.pthreadOnce, .apple), (.staticLet, .apple), (.readerWriterLock, .linux): [.trap]
    case (.pthreadOnce, .linux), (.pthreadOnce, .musl), (.staticLet, .linux), (.staticLet, .musl): [.hang]
    case (.readerWriterLock, .musl): [.hang]
    // Darwin's lock notes its holder only if the lock was free; a thread that gets the lock from the kernel waits for
    // itself.
    case (.readerWriterLock, .apple): [.trap, .hang]
    }
  }
}

extension Expectation {
  /// Returns the expectation that re-entry ends as it does for the primitive.
  package static func reentry(of primitive: ReentrantPrimitive, on system: OperatingSystem = .current) -> Expectation {
    Expectation(.ends(primitive.endings(on: system)))
  }
}
