#if STRESS_MODEL
  import ModeledSynchronization
#else
  import Synchronization
#endif

public final class ImageCache: Sendable {
  init() {}
}

/// Hands out one cache, or so it seems: the flag is looked at outside of the lock.
public final class Images: @unchecked Sendable {
  private let lock = Mutex(())
  #if STRESS_MODEL
    @Plain
  #endif
  private var isReady = false
  #if STRESS_MODEL
    @Plain
  #endif
  private var made: ImageCache?

  public init() {}

  public var cache: ImageCache? {
    if !isReady {
      lock.withLock { _ in
        if !isReady {
          isReady = true
          made = ImageCache()
        }
      }
    }
    return made
  }
}

/// Exists once in a process.
public final class Session: Sendable {
  public static let shared = Session()
}
