/// The sizes that keep memory of different threads apart.
public enum CacheLine {
  /// Bytes that travel between cores as one.
  public static var byteCount: Int { 64 }
  /// Bytes that two threads' memory must be apart so that neither slows the other: some processors fetch two lines at a
  /// time, and Apple's have lines of 128 bytes.
  public static var isolation: Int { 128 }
}
