/// The sizes that determine how far apart the memory of different threads must be.
public enum CacheLine {
  /// The size of a cache line in bytes, which is the unit of transfer between cores.
  public static var byteCount: Int { 64 }
  /// The distance in bytes at which the memory of two threads does not slow either down: some processors fetch two
  /// lines at a time, and Apple's have lines of 128 bytes.
  public static var isolation: Int { 128 }
}
