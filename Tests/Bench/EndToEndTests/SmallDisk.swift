import Foundation
import TestSupport
import Testing

/// A file system of a few pages, mounted for one test. Only root can mount it, and not in every container.
final class SmallDisk {
  let path: String
  private let folder: TemporaryFolder

  static let isAvailable: Bool = (try? SmallDisk(bytes: 4_096)) != nil
  static let absence: Comment = "needs root, and the right to mount a tmpfs"

  init(bytes: Int) throws {
    folder = try TemporaryFolder()
    path = folder.path
    try #require(getuid() == 0 && Self.command("mount", "-t", "tmpfs", "-o", "size=\(bytes)", "tmpfs", path))
  }

  deinit { _ = Self.command("umount", "-l", path) }

  func makeReadOnly() throws { try #require(Self.command("mount", "-o", "remount,ro", path)) }

  func callAsFunction(_ name: String) -> String { folder(name) }
  var names: [String] { get throws { try folder.names } }
  func text(of name: String) throws -> String { try folder.text(of: name) }
  func write(_ text: String, to name: String) throws { try folder.write(text, to: name) }

  private static func command(_ name: String, _ arguments: String...) -> Bool {
    let script = #"exec "$0" "$@" 2>&1"#
    let elsewhere = try? TemporaryFolder()
    let process = elsewhere.flatMap {
      try? RunningProcess("/bin/sh", ["-c", script, name] + arguments, in: $0)
    }
    return (try? process?.wait().end) == .exit(0)
  }
}
