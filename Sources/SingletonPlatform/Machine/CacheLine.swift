/// The sizes that determine how far apart the memory of different threads must be.
public enum CacheLine {
  /// The size of a cache line in bytes, which is the unit of transfer between cores.
  public static var byteCount: Int {
    #if canImport(Darwin) && arch(arm64)
      128
    #else
      64
    #endif
  }
  /// The distance in bytes at which the memory of two threads does not slow either down: processors with lines of 64
  /// bytes fetch two of them at a time.
  public static var isolation: Int { max(byteCount, 128) }
}
