import Synchronization

/// The class `Images` with its two stores in the other order.
public enum HalfRepaired {
  public final class Images: @unchecked Sendable {
    private let lock = Mutex(())
    private var isReady = false
    private var made: ImageCache?

    public init() {}

    public var cache: ImageCache? {
      if !isReady {
        lock.withLock { _ in
          if !isReady {
            made = ImageCache()
            isReady = true
          }
        }
      }
      return made
    }
  }
}

/// The class `Images` after its repair.
public enum Repaired {
  public final class Images: Sendable {
    private let made = Mutex<ImageCache?>(nil)

    public init() {}

    public var cache: ImageCache? {
      made.withLock { made in
        if made == nil { made = ImageCache() }
        return made
      }
    }
  }
}
