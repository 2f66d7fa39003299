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
  /// The distance in bytes at which the memory of two threads does not slow either down: some processors fetch two
  /// lines of 64 bytes at a time.
  public static var isolation: Int { 128 }
}
