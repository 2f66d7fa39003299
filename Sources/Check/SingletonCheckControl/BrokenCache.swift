/// A class that is known to be broken, compiled as the documentation says. Nothing is proved where the check does not find
/// it out.
public final class BrokenCache {
  public final class Instance {
    public let size: Int
    init(size: Int) { self.size = size }
  }

  private var made: Instance?

  public init() {}

  /// Looks, and then builds.
  public var instance: Instance? {
    if made == nil { made = Instance(size: 1) }
    return made
  }

  /// Lets other code look first, whose access nothing announces.
  public func instance(readBy look: (UnsafeRawPointer) -> Int) -> Instance? {
    _ = withUnsafePointer(to: &made) { look(UnsafeRawPointer($0)) }
    return instance
  }
}
