/// The backend that runs strategies on real threads and real memory.
public enum NativeBackend: Backend {
  public typealias Instance = NativeInstance
  public typealias Caller = NativeCaller
  public typealias Cell = NativeCell
  public typealias PlainMemory = NativePlainWord
  public typealias PlainMemoryPerCaller = NativePlainWords
  public typealias AtomicMemory = NativeAtomicWord
  public typealias Lock = NativeLock
  public typealias RecursiveLock = NativeRecursiveLock
  public typealias Semaphore = NativeSemaphore
  public typealias OnceToken = NativeOnceToken
  public typealias PthreadOnce = NativePthreadOnce
  public typealias ReaderWriterLock = NativeReaderWriterLock
  public typealias LazyReference = NativeLazyReference
  public typealias SerialQueue = NativeQueue
  public typealias ConcurrentQueue = NativeQueue
}
