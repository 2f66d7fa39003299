import CSingletons

/// Keeps what a singleton of C++ has handed out.
public final class CallsCxx {
  private var kept: UnsafeMutableRawPointer?
  public init() {}

  public var cache: UnsafeMutableRawPointer? { cs_call_once() }

  public var keptCache: UnsafeMutableRawPointer? {
    if kept == nil { kept = cs_call_once() }
    return kept
  }
}
