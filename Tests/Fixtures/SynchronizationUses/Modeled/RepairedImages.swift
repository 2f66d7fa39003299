#if STRESS_MODEL
  import ModeledSynchronization
#else
  import Synchronization
#endif

/// The class `Images` after its repair.
enum Repaired {
  final class Images: Sendable {
    private let made = Mutex<ImageCache?>(nil)

    var cache: ImageCache? {
      made.withLock { made in
        if made == nil { made = ImageCache() }
        return made
      }
    }
  }
}
