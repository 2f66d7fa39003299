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

  package enum Ending: Sendable {
    /// The primitive notices that the thread would wait for itself, and the process ends.
    case stopsProcess
    case waitsForever
    /// Darwin's lock notes its holder only if it was free; a thread to which the kernel hands it waits for itself.
    case either
  }

  package func ending(on system: OperatingSystem = .current) -> Ending {
    switch (self, system) {
    case (.pthreadOnce, .apple), (.staticLet, .apple): .stopsProcess
    case (.pthreadOnce, .linux), (.pthreadOnce, .musl), (.staticLet, .linux), (.staticLet, .musl): .waitsForever
    case (.readerWriterLock, .linux): .stopsProcess
    case (.readerWriterLock, .apple): .either
    case (.readerWriterLock, .musl): .waitsForever
    }
  }
}

extension Expectation {
  /// Returns the expectation of re-entry that ends as the primitive does.
  package static func reentry(of primitive: ReentrantPrimitive, on system: OperatingSystem = .current) -> Expectation {
    switch primitive.ending(on: system) {
    case .stopsProcess: .trap
    case .waitsForever: .hang
    case .either: .trapOrHang
    }
  }
}
