import Foundation
import TestSupport
import Testing

/// The end of a pipe that a process and all that it starts inherit: when the last of them has gone, the other end says
/// so. No table of processes is needed, and none that is dead but not yet collected is taken for one that lives.
final class Lease {
  /// A number that nobody else uses.
  static let number: Int32 = 57

  /// Closed by whoever hands it on.
  let tenantEnd: Int32
  private let ownEnd: Int32

  /// A named pipe, because its ends can be closed on exec from the very start: processes that other tests start
  /// meanwhile must not hold them.
  init() throws {
    let folder = try TemporaryFolder()
    try #require(mkfifo(folder("lease"), 0o600) == 0)
    ownEnd = open(folder("lease"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    tenantEnd = open(folder("lease"), O_WRONLY | O_CLOEXEC)
    try #require(ownEnd >= 0 && tenantEnd >= 0)
  }

  deinit { close(ownEnd) }

  func isOver(within seconds: Double) -> Bool {
    var watched = pollfd(fd: ownEnd, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, Int32(seconds * 1_000)) == 1
  }
}
