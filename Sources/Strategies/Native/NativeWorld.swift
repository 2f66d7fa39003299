/// The world in which a strategy runs for real.
package enum NativeWorld: World {
  package typealias Instance = NativeInstance
  package typealias Caller = NativeCaller
  package typealias Cell = NativeCell
  package typealias PlainMemory = NativePlainWord
  package typealias PlainMemoryPerCaller = NativePlainWords
  package typealias AtomicMemory = NativeAtomicWord
  package typealias Lock = NativeLock
  package typealias RecursiveLock = NativeRecursiveLock
  package typealias Semaphore = NativeSemaphore
  package typealias OnceToken = NativeOnceToken
  package typealias PthreadOnce = NativePthreadOnce
  package typealias ReaderWriterLock = NativeReaderWriterLock
  package typealias LazyReference = NativeLazyReference
  package typealias SerialQueue = NativeSerialQueue
  package typealias ConcurrentQueue = NativeConcurrentQueue
}
