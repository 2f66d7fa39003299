import SingletonModelChecker
import SingletonStrategyKit

/// The layout of one trial's memory, which gives each primitive of a strategy the next location.
package struct ModelCell: CellLayout {
  package typealias B = ModelBackend

  private(set) var next = 0
  /// The locations of semaphores, which start with one permit.
  private(set) var permits: Set<Int> = []
  private let callers: Int
  private let caller: ModelCaller
  /// Whether `permits` is filled. Only the layout that measures a cell does so; the others allocate nothing.
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
  package mutating func atomicMemory() -> ModelAtomicWord { ModelAtomicWord(location: take(), caller: caller) }
  package mutating func lock() -> ModelLock { ModelLock(location: take(), caller: caller) }
  package mutating func recursiveLock() -> ModelRecursiveLock { ModelRecursiveLock(location: take()) }
  package mutating func onceToken() -> ModelOnceToken { ModelOnceToken(state: once()) }
  package mutating func pthreadOnce() -> ModelPthreadOnce { ModelPthreadOnce(state: once()) }
  package mutating func lazyReference() -> ModelLazyReference { ModelLazyReference(location: take()) }
  package mutating func serialQueue() -> ModelSerialQueue { ModelSerialQueue(lock: lock()) }

  package mutating func readerWriterLock() -> ModelReaderWriterLock {
    ModelReaderWriterLock(sides: SharedSides(location: take()), caller: caller)
  }

  package mutating func concurrentQueue() -> ModelConcurrentQueue {
    ModelConcurrentQueue(sides: SharedSides(location: take()), caller: caller)
  }

  package mutating func semaphore(limit: UInt64?) -> ModelSemaphore {
    if measures { permits.insert(next) }
    return ModelSemaphore(location: take(), canTimeOut: limit != nil, caller: caller)
  }

  package mutating func plainMemoryPerCaller() -> ModelPlainWords {
    let first = take(callers)
    return ModelPlainWords(locations: first..<first + callers, caller: caller)
  }

  private mutating func once() -> OnceState { OnceState(location: take(), caller: caller) }
}
