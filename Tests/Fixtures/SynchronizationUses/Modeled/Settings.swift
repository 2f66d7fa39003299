#if STRESS_MODEL
  import ModeledSynchronization
#else
  import Synchronization
#endif

public final class Theme: Sendable {}

public final class Settings: @unchecked Sendable {
  private let lock = Mutex(())
  private let isReady = Atomic(false)
  #if STRESS_MODEL
    @Plain
  #endif
  private var instance: Theme?

  public init() {}

  public var theme: Theme? {
    if isReady.load(ordering: .relaxed) {
      return instance
    }
    return lock.withLock { _ in
      if instance == nil {
        instance = Theme()
        isReady.store(true, ordering: .releasing)
      }
      return instance
    }
  }
}
