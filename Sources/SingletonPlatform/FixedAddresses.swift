import CSingletonPlatform

/// Returns the result of the body, in which this thread starts programs whose memory is at fixed addresses, if the system
/// allows that.
package func withFixedAddresses<R, Failure: Error>(_ body: () throws(Failure) -> R) throws(Failure) -> R {
  let earlier = cp_fix_addresses()
  defer { cp_move_addresses(earlier) }
  return try body()
}
