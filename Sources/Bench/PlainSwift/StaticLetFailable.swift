// The key of a vault in a `static let` whose initializer returns nil while the device is locked. The first access
// decides for good: if it comes too early, there is no key until the program is started again.

final class VaultKey: Sendable {
  nonisolated(unsafe) static var isDeviceLocked = false

  static let shared = VaultKey()

  let bits = UInt64.random(in: 1 ... .max)

  private init?() {
    if VaultKey.isDeviceLocked { return nil }
  }
}
