/// Returns zeroed, page-aligned memory that is never unmapped.
///
/// A page uses no physical memory until it is first accessed.
///
/// - Precondition: The system has enough address space.
public func zeroedPages(_ byteCount: Int) -> UnsafeMutableRawPointer {
  #if canImport(Darwin)
    let anonymous = MAP_ANON | MAP_NORESERVE
  #else
    let anonymous = MAP_ANONYMOUS | MAP_NORESERVE
  #endif
  let address = mmap(nil, max(1, byteCount), PROT_READ | PROT_WRITE, MAP_PRIVATE | anonymous, -1, 0)
  guard let address, address != MAP_FAILED else { preconditionFailure("no memory for \(byteCount) bytes") }
  return address
}
