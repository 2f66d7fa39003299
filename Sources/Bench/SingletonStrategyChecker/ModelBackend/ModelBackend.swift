import SingletonModelChecker
package import SingletonStrategyKit

/// The backend in which each operation of a strategy is a step of the model checker.
///
/// Its types are named like those of the native backend. A handle consists of a location in the execution graph and the
/// modeled thread that uses it. The handle passes its operations to the exploration.
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
  package typealias PthreadOnce = ModelOnceToken
  package typealias ReaderWriterLock = ModelSharedLock
  package typealias LazyReference = ModelLazyReference
  package typealias SerialQueue = ModelLock
  package typealias ConcurrentQueue = ModelSharedLock
}

/// The name of an instance: the thread that allocated it, the number of the allocation in that thread, and the class.
/// The name contains no address, so it is the same in every run.
package struct ModelInstance: InstanceHandle {
  /// The name in the lower half of a 64-bit word. The upper half is free for the code that creates the name.
  package let word: UInt

  package init?(word: UInt) {
    guard word != 0 else { return nil }
    self.word = word
  }

  package init(thread: Int, ordinal: Int, class: InstanceClass = .parent) {
    word = 1 << 16 | UInt(thread) << 24 | UInt(ordinal) << 1 | (`class` == .child ? 1 : 0)
  }

  package var `class`: InstanceClass { word & 1 == 1 ? .child : .parent }

  /// Returns the thread that made the instance that a word names, or `nil` if the word names none.
  static func maker(of word: UInt) -> Int? {
    word >> 32 == 0 && word >> 16 & 0xff == 1 ? Int(word >> 24) : nil
  }

  /// Returns the name that an instance would have if another thread had made it.
  static func renamed(_ name: UInt, maker: Int) -> UInt { name & 0xff_ffff | UInt(maker) << 24 }

  /// The lower half of the word.
  package var identity: UInt { UInt(UInt32(truncatingIfNeeded: word)) }

  /// The identity of the instance, without its class.
  var name: UInt { identity >> 1 }
}

/// The layout of one trial's memory. Each primitive of a strategy gets the next location.
package struct ModelCell: CellLayout {
  package typealias B = ModelBackend

  private(set) var next = 0
  /// The locations of semaphores, which begin with one permit.
  private(set) var permits: Set<Int> = []
  private(set) var hasAtomicMemory = false
  private let callers: Int
  private let caller: ModelCaller
  /// Whether `permits` is filled. Only the layout that measures a cell fills it, so that all other layouts allocate
  /// nothing.
  private let measures: Bool

  init(callers: Int, caller: ModelCaller, measures: Bool = false) {
    self.callers = callers
    self.caller = caller
    self.measures = measures
  }

  private mutating func take(_ count: Int = 1) -> Int {
    defer { next += count }
    return next
  }

  package mutating func plainMemory() -> ModelPlainWord { ModelPlainWord(location: take(), caller: caller) }
  package mutating func atomicMemory() -> ModelAtomicWord {
    hasAtomicMemory = true
    return ModelAtomicWord(location: take(), caller: caller)
  }
  package mutating func lock() -> ModelLock { ModelLock(location: take(), caller: caller) }
  package mutating func recursiveLock() -> ModelRecursiveLock { ModelRecursiveLock(location: take()) }
  package mutating func lazyReference() -> ModelLazyReference { ModelLazyReference(location: take()) }
  package mutating func readerWriterLock() -> ModelSharedLock { ModelSharedLock(location: take(), caller: caller) }
  package mutating func serialQueue() -> ModelLock { lock() }
  package mutating func concurrentQueue() -> ModelSharedLock { readerWriterLock() }

  package mutating func onceToken() -> ModelOnceToken {
    ModelOnceToken(location: take(), caller: caller, stopsOnReentry: true)
  }

  package mutating func pthreadOnce() -> ModelOnceToken {
    let endings = ReentrantPrimitive.pthreadOnce.endings()
    return ModelOnceToken(location: take(), caller: caller, stopsOnReentry: endings.contains(.trap))
  }

  package mutating func semaphore(limit: UInt64?) -> ModelSemaphore {
    if measures { permits.insert(next) }
    return ModelSemaphore(location: take(), canTimeOut: limit != nil, caller: caller)
  }

  package mutating func plainMemoryPerCaller() -> ModelPlainWords {
    let first = take(callers)
    return ModelPlainWords(locations: first..<first + callers, caller: caller)
  }
}
