import CSingletonPlatform

/// Runs the body and returns its result. Programs that this thread starts in the body have their memory at fixed
/// addresses, if the system allows that.
package func withFixedAddresses<R, Failure: Error>(_ body: () throws(Failure) -> R) throws(Failure) -> R {
  let earlier = cp_fix_addresses()
  defer { cp_move_addresses(earlier) }
  return try body()
}
