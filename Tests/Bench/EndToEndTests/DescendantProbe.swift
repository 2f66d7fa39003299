import Foundation
import TestSupport
import Testing

/// A pipe whose write end a process and all its descendants inherit, so that the read end reports when the last of them
/// has ended. No process table is needed, and a zombie does not count as alive.
final class DescendantProbe {
  /// The descriptor of the write end in the process, which no program uses.
  static let number: Int32 = 57

  /// Closed by the caller once it is inherited.
  let writeEnd: Int32
  private let readEnd: Int32

  /// Makes a named pipe, whose ends can be close-on-exec from the start: processes that other tests start meanwhile
  /// must not inherit them.
  init() throws {
    let folder = try TemporaryFolder()
    try #require(mkfifo(folder("probe"), 0o600) == 0)
    readEnd = open(folder("probe"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    writeEnd = open(folder("probe"), O_WRONLY | O_CLOEXEC)
    try #require(readEnd >= 0 && writeEnd >= 0)
  }

  deinit { close(readEnd) }

  /// Returns whether the process and all its descendants end within this time.
  func hasEnded(within seconds: Double) -> Bool {
    // A read returns 0 at the end of the pipe, and fails before that. Darwin's `poll` does not report that end.
    var byte: UInt8 = 0
    let deadline = ContinuousClock.now + .seconds(seconds)
    while read(readEnd, &byte, 1) != 0 {
      guard ContinuousClock.now < deadline else { return false }
      usleep(2_000)
    }
    return true
  }
}
