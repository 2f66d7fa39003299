import Foundation

/// A device that may be lost, for tests of code that must not replace a device.
///
/// If that code were wrong, tests that run as root would replace the machine's own `/dev/null`, so root gets nodes of
/// its own. Other users may not rename anything in `/dev`, and get the machine's devices.
package enum ExpendableDevice: UInt8, CaseIterable {
  /// A device that discards everything. The raw value is the device's minor number on Linux.
  case null = 3
  /// A device without space for anything.
  case full = 7

  /// Whether every device is available: the system has it, and root may create a node for it.
  package static let areAvailable: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    return allCases.allSatisfy { $0.path(in: folder).map { FileHandle(forWritingAtPath: $0) != nil } ?? false }
  }()

  /// Returns the path of the device, or `nil` if there is none that may be lost.
  package func path(in folder: TemporaryFolder) -> String? {
    guard getuid() == 0 else { return "/dev/\(self)" }
    #if os(Linux)
      let path = folder("\(self)")
      return mknod(path, S_IFCHR | 0o666, dev_t(1 << 8 | UInt(rawValue))) == 0 ? path : nil
    #else
      return nil
    #endif
  }
}
