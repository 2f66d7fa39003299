import Foundation

/// Devices whose loss would hurt nobody, for tests of code that must not replace a device.
///
/// Were that code wrong, root's tests would replace the machine's own `/dev/null`: root's get nodes of their own.
/// Others may not rename anything in `/dev`, and get the machine's.
package enum ExpendableDevice: UInt8, CaseIterable {
  /// Swallows everything; the number is Linux's.
  case null = 3
  /// Has no room for anything.
  case full = 7

  /// False where a test must do without: no such device here, or root that may make none.
  package static let areAvailable: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    return allCases.allSatisfy { $0.path(in: folder).map { FileHandle(forWritingAtPath: $0) != nil } ?? false }
  }()

  /// nil where there is none that may be lost.
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
