import CSingletonPlatform

/// A watcher that turns SIGCHLD, SIGINT, and SIGTERM into events that a loop can wait for.
package struct SignalWatcher {
  private let descriptor: Int32

  /// Starts watching.
  package init() throws(SystemFailure) {
    descriptor = cp_signal_descriptor()
    guard descriptor >= 0 else { throw .last }
  }

  package enum Event {
    /// A child has ended, or the time is up.
    case none
    case interrupted
  }

  /// Waits until a signal arrives, there is input, or the given number of milliseconds has passed.
  ///
  /// - Parameter inputs: Descriptors that are waited for, too.
  package func wait(milliseconds: Int32, inputs: [Int32] = []) -> Event {
    waitForInput([descriptor] + inputs, milliseconds: milliseconds)
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return .none }
    let arrived = bytes[..<count].map(Int32.init)
    return arrived.contains(SIGINT) || arrived.contains(SIGTERM) ? .interrupted : .none
  }

  /// Restores the default handling of SIGINT and SIGTERM, which ends this process immediately.
  package func stop() {
    signal(SIGINT, SIG_DFL)
    signal(SIGTERM, SIG_DFL)
  }
}

/// Returns the name of a signal, such as `SIGSEGV`.
package func signalName(_ number: Int32) -> String {
  let names: [(Int32, String)] = [
    (SIGHUP, "SIGHUP"), (SIGINT, "SIGINT"), (SIGQUIT, "SIGQUIT"), (SIGILL, "SIGILL"), (SIGTRAP, "SIGTRAP"),
    (SIGABRT, "SIGABRT"), (SIGBUS, "SIGBUS"), (SIGFPE, "SIGFPE"), (SIGKILL, "SIGKILL"), (SIGSEGV, "SIGSEGV"),
    (SIGPIPE, "SIGPIPE"), (SIGALRM, "SIGALRM"), (SIGTERM, "SIGTERM"), (SIGSYS, "SIGSYS"), (SIGXCPU, "SIGXCPU"),
    (SIGUSR1, "SIGUSR1"), (SIGUSR2, "SIGUSR2"),
  ]
  return names.first { $0.0 == number }?.1 ?? "SIG\(number)"
}
