import CSingletonPlatform
import Synchronization

/// A watcher that turns SIGCHLD, SIGINT, SIGTERM, and SIGHUP into events that a loop can wait for.
///
/// As long as there is a watcher, SIGINT, SIGTERM, and SIGHUP do not end this process at once. Code that writes files
/// therefore keeps a watcher until the files are complete.
package final class SignalWatcher: Sendable {
  private let pipe: Pipe
  /// The number of watchers and the pipe that they share. The pipe is never closed.
  private static let watchers = Mutex<(count: Int, pipe: Pipe?)>((0, nil))

  package init() throws(SystemFailure) {
    pipe = try Self.watchers.withLock { watchers throws(SystemFailure) in
      let pipe = if let made = watchers.pipe { made } else { try Pipe() }
      watchers.pipe = pipe
      for end in [pipe.readEnd, pipe.writeEnd] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
      guard watchers.count > 0 || cp_watch_signals(pipe.writeEnd) else { throw SystemFailure.last }
      watchers.count += 1
      return pipe
    }
  }

  deinit {
    Self.watchers.withLock { watchers in
      watchers.count -= 1
      if watchers.count == 0 { cp_unwatch_signals() }
    }
  }

  /// Whether SIGINT, SIGTERM, or SIGHUP has arrived since the first of the current watchers was created. A second
  /// signal ends this process at once.
  package var isInterrupted: Bool { cp_is_interrupted() }

  /// Waits until a signal arrives, there is input, or the given number of milliseconds has passed.
  ///
  /// - Parameter inputs: Descriptors to wait for as well.
  package func wait(milliseconds: Int32, inputs: [Int32] = []) {
    waitForInput([pipe.readEnd] + inputs, milliseconds: milliseconds)
    var bytes = [UInt8](repeating: 0, count: 64)
    _ = read(pipe.readEnd, &bytes, bytes.count)
  }
}

/// Returns the name of a signal, such as `SIGSEGV`.
package func signalName(_ number: Int32) -> String {
  let names: [(Int32, String)] = [
    (SIGHUP, "SIGHUP"), (SIGINT, "SIGINT"), (SIGQUIT, "SIGQUIT"), (SIGILL, "SIGILL"), (SIGTRAP, "SIGTRAP"),
    (SIGABRT, "SIGABRT"), (SIGBUS, "SIGBUS"), (SIGFPE, "SIGFPE"), (SIGKILL, "SIGKILL"), (SIGSEGV, "SIGSEGV"),
    (SIGPIPE, "SIGPIPE"), (SIGALRM, "SIGALRM"), (SIGTERM, "SIGTERM"), (SIGSYS, "SIGSYS"), (SIGXCPU, "SIGXCPU"),
    (SIGXFSZ, "SIGXFSZ"), (SIGUSR1, "SIGUSR1"), (SIGUSR2, "SIGUSR2"),
  ]
  return names.first { $0.0 == number }?.1 ?? "SIG\(number)"
}
