import SingletonModelChecker
package import SingletonStrategyKit

/// The backend in which each operation of a strategy is a step of the model checker.
///
/// The names correspond to those of the native backend. A handle consists of a location of the execution graph and the
/// modeled thread that uses it, and its operations are passed to the exploration.
package enum ModelBackend: Backend {
  package typealias Instance = ModelInstance
  package typealias Caller = ModelCaller
  package typealias Cell = ModelCell
  package typealias PlainMemory = ModelPlainWord
  package typealias PlainMemoryPerCaller = ModelPlainWords
  package typealias AtomicMemory = ModelAtomicWord
  package typealias Lock = ModelLock
  package typealias RecursiveLock = ModelRecursiveLock
  package typealias Semaphore = ModelSemaphore
  package typealias OnceToken = ModelOnceToken
  package typealias PthreadOnce = ModelPthreadOnce
  package typealias ReaderWriterLock = ModelReaderWriterLock
  package typealias LazyReference = ModelLazyReference
  package typealias SerialQueue = ModelSerialQueue
  package typealias ConcurrentQueue = ModelConcurrentQueue
}

/// The name of an instance: the allocating thread, its allocation index, and its class. It contains no address, so that
/// it is the same in every run.
package struct ModelInstance: InstanceHandle {
  /// The name in the lower half of a 64-bit word; the upper half is for the use of whoever makes the name.
  package let word: UInt

  package init?(word: UInt) {
    guard word != 0 else { return nil }
    self.word = word
  }

  package init(thread: Int, ordinal: Int, class: InstanceClass = .parent) {
    word = 1 << 16 | UInt(thread) << 24 | UInt(ordinal) << 1 | (`class` == .child ? 1 : 0)
  }

  package var `class`: InstanceClass { word & 1 == 1 ? .child : .parent }

  /// The word without what its maker has added.
  package var identity: UInt { UInt(UInt32(truncatingIfNeeded: word)) }

  /// The identity of the instance, without its class.
  var name: UInt { identity >> 1 }
}
