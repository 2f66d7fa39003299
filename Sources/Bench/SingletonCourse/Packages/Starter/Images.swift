import Synchronization

public final class ImageCache: Sendable {
  init() {}
}

/// Hands out one cache, or so it seems: the flag is looked at outside of the lock.
public final class Images: @unchecked Sendable {
  private let lock = Mutex(())
  private var isReady = false
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
