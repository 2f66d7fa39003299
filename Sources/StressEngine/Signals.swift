import CPlatform
import Outcomes

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// SIGCHLD, SIGINT and SIGTERM as something to wait for, among other things.
struct Signals {
  private let descriptor: Int32

  init() throws(EngineError) {
    descriptor = cp_signal_descriptor()
    guard descriptor >= 0 else { throw EngineError.system("watching for signals", errno) }
  }

  enum News {
    case none
    case interrupted
  }

  /// Waits until a signal has come, or for so many milliseconds.
  func wait(milliseconds: Int32) -> News {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&watched, 1, milliseconds)
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return .none }
    let arrived = bytes[..<count].map(Int32.init)
    return arrived.contains(SIGINT) || arrived.contains(SIGTERM) ? .interrupted : .none
  }

  /// From here on a SIGINT or SIGTERM stops this process at once.
  func stopWatching() {
    signal(SIGINT, SIG_DFL)
    signal(SIGTERM, SIG_DFL)
  }
}

/// The signal's name as reports spell it.
func signalName(_ number: Int32) -> String {
  let names: [(Int32, String)] = [
    (SIGHUP, "SIGHUP"), (SIGINT, "SIGINT"), (SIGQUIT, "SIGQUIT"), (SIGILL, "SIGILL"), (SIGTRAP, "SIGTRAP"),
    (SIGABRT, "SIGABRT"), (SIGBUS, "SIGBUS"), (SIGFPE, "SIGFPE"), (SIGKILL, "SIGKILL"), (SIGSEGV, "SIGSEGV"),
    (SIGPIPE, "SIGPIPE"), (SIGALRM, "SIGALRM"), (SIGTERM, "SIGTERM"), (SIGSYS, "SIGSYS"), (SIGXCPU, "SIGXCPU"),
    (SIGUSR1, "SIGUSR1"), (SIGUSR2, "SIGUSR2"),
  ]
  return names.first { $0.0 == number }?.1 ?? "SIG\(number)"
}

extension RowStatus {
  /// What a process's end means for its row.
  init(_ end: ChildProcess.End) {
    switch end {
    case .exited(0): self = .ok
    case .exited(let code): self = .exit(code)
    case .signalled(let number) where number == SIGILL || number == SIGTRAP: self = .trapped(signalName(number))
    case .signalled(let number): self = .crashed(signalName(number))
    }
  }
}
