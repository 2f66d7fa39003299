import Synchronization

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
