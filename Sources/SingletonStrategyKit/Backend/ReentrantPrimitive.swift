import SingletonCore
import SingletonPlatform

/// The primitives that end differently on different systems if an initializer asks for what it is initializing.
///
/// Every other primitive ends in the same way everywhere. The declarations of re-entry follow from this table, and so
/// does the checker's model of the primitive.
package enum ReentrantPrimitive: CaseIterable, Sendable {
  case pthreadOnce
  case staticLet
  /// `pthread_rwlock_t`, held for writing by the thread that asks for it.
  case readerWriterLock

  /// Returns the ends of re-entry: a trap if the primitive notices that the thread would wait for itself, or a hang.
  package func endings(on system: OperatingSystem = .current) -> Set<Defect> {
    switch (self, system) {
    case (.pthreadOnce, .apple), (.staticLet, .apple), (.readerWriterLock, .linux): [.trap]
    case (.pthreadOnce, .linux), (.pthreadOnce, .musl), (.staticLet, .linux), (.staticLet, .musl): [.hang]
    case (.readerWriterLock, .musl): [.hang]
    // Darwin's lock notes its holder only if it was free; a thread to which the kernel hands it waits for itself.
    case (.readerWriterLock, .apple): [.trap, .hang]
    }
  }
}

extension Expectation {
  /// Returns the expectation of re-entry that ends as the primitive does.
  package static func reentry(of primitive: ReentrantPrimitive, on system: OperatingSystem = .current) -> Expectation {
    Expectation(.ends(primitive.endings(on: system)))
  }
}
