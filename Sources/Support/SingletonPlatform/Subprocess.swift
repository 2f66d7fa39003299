import CSingletonPlatform

/// A child process that runs another program, or a copy of this one.
package struct Subprocess {
  package let identifier: Int32

  package enum End: BitwiseCopyable, Equatable, Sendable {
    case exited(Int32)
    case signaled(Int32)
  }

  /// What one of the child's descriptors refers to.
  package enum Redirection {
    /// An open descriptor of this process, under the given number in the child.
    case descriptor(Int32, as: Int32)
    /// `/dev/null`, under the given number in the child.
    case null(Int32)
  }

  /// Starts an executable. The child inherits the redirected descriptors, and those that are not closed on exec.
  ///
  /// - Parameters:
  ///   - executable: A path, or a name that is looked up in `PATH`.
  ///   - arguments: The program's name, followed by its arguments.
  ///   - leadsGroup: Whether the child leads a new process group, with default signal handling. In that case, a
  ///     terminal's SIGINT reaches only this process, and one signal to the group ends the child and all processes that
  ///     it has started.
  package init(
    _ executable: String, _ arguments: [String], environment: [String], redirecting redirections: [Redirection],
    leadsGroup: Bool = false
  ) throws(SystemFailure) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for redirection in redirections {
      switch redirection {
      case .descriptor(let own, let child): posix_spawn_file_actions_adddup2(&actions, own, child)
      case .null(let child): posix_spawn_file_actions_addopen(&actions, child, "/dev/null", O_RDWR, 0)
      }
    }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    if leadsGroup {
      var none = sigset_t()
      sigemptyset(&none)
      var defaults = sigset_t()
      sigemptyset(&defaults)
      for signal in [SIGINT, SIGTERM, SIGPIPE, SIGCHLD, SIGHUP] { sigaddset(&defaults, signal) }
      posix_spawnattr_setsigmask(&attributes, &none)
      posix_spawnattr_setsigdefault(&attributes, &defaults)
      posix_spawnattr_setpgroup(&attributes, 0)
      posix_spawnattr_setflags(
        &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    }
    var child = pid_t()
    let code = withCStrings(arguments) { arguments in
      withCStrings(environment) { posix_spawnp(&child, executable, &actions, &attributes, arguments, $0) }
    }
    guard code == 0 else { throw SystemFailure(code: code) }
    identifier = child
  }

  /// Whether this system supports ``init(forking:standardError:)``.
  package static var canFork: Bool { cp_can_fork() }

  /// Starts a copy of this process that contains only the calling thread. The copy runs the body and then exits.
  ///
  /// Memory that another thread was changing at that moment stays half-changed in the copy. The body must therefore use
  /// neither Dispatch's threads nor a lock of this process.
  ///
  /// - Parameters:
  ///   - body: Returns the exit code.
  ///   - standardError: The descriptor to which the copy writes standard error.
  ///   - leadsGroup: Whether the copy leads a new process group.
  package init(
    forking body: () -> Int32, standardError: Int32 = 2, leadsGroup: Bool = false
  ) throws(SystemFailure) {
    let child = cp_fork(standardError, leadsGroup)
    if child == 0 { _exit(body()) }
    guard child > 0 else { throw .last }
    identifier = child
  }

  /// Returns how the process ended and the processor time it used in nanoseconds, or `nil` if it is still running.
  ///
  /// - Parameters:
  ///   - lostCode: The exit code that is returned if the process's status has already been collected.
  ///   - waits: Whether to wait until the process has ended.
  ///   - suspended: Called with `true` if the process was stopped by a signal since the last call, and with `false` if
  ///     it has continued.
  package func ended(
    lostCode: Int32, waits: Bool = false, suspended: (Bool) -> Void = { _ in }
  ) -> (end: End, processorNanoseconds: UInt64)? {
    var status: Int32 = 0
    var usage = rusage()
    while true {
      let waited = wait4(identifier, &status, (waits ? 0 : WNOHANG) | WUNTRACED | WCONTINUED, &usage)
      if waited < 0 && errno == EINTR { continue }
      guard waited != 0 else { return nil }
      guard waited == identifier else { return (.exited(lostCode), 0) }
      if status & 0xff != 0x7f && status != Self.continued { break }
      suspended(status != Self.continued)
    }
    let end: End = status & 0x7f == 0 ? .exited((status >> 8) & 0xff) : .signaled(status & 0x7f)
    return (end, usage.ru_utime.nanoseconds + usage.ru_stime.nanoseconds)
  }

  /// The status with which the system reports that a stopped process has continued.
  private static var continued: Int32 {
    #if canImport(Darwin)
      SIGCONT << 8 | 0x7f
    #else
      0xffff
    #endif
  }

  /// Kills all remaining processes of the group that the process leads.
  package func killGroup() { kill(-identifier, SIGKILL) }

  package func killAndWait() {
    kill(identifier, SIGKILL)
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
  }
}

extension timeval {
  fileprivate var nanoseconds: UInt64 { UInt64(tv_sec) * 1_000_000_000 + UInt64(tv_usec) * 1_000 }
}

/// Calls the body with a NULL-terminated array of C strings.
func withCStrings<R>(_ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R) -> R {
  let copies = strings.map { strdup($0) }
  defer { copies.forEach { free($0) } }
  return body(copies + [nil])
}

extension Subprocess {
  /// Runs a program and returns its standard output.
  ///
  /// A program that is still running after it has closed its output is killed.
  ///
  /// - Parameters:
  ///   - arguments: The program, which is looked up in `PATH`, and its arguments.
  ///   - limit: The number of bytes that the output must stay below.
  /// - Returns: The output, or `nil` if the program cannot be started, writes too much, or takes too long.
  package static func output(
    of arguments: [String], environment: [String], limit: Int, timeout: Duration
  ) -> String? {
    guard let pipe = try? Pipe() else { return nil }
    defer { close(pipe.readEnd) }
    let process = try? Subprocess(
      arguments[0], arguments, environment: environment,
      redirecting: [.null(0), .descriptor(pipe.writeEnd, as: 1), .null(2)], leadsGroup: true)
    close(pipe.writeEnd)
    guard let process else { return nil }
    // The program, or a process that it has started, may still be running.
    defer {
      process.killGroup()
      process.killAndWait()
    }
    return text(from: pipe.readEnd, limit: limit, deadline: ContinuousClock.now + timeout)
  }

  static func text(from descriptor: Int32, limit: Int, deadline: ContinuousClock.Instant) -> String? {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else { return nil }
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, Int32(left / .milliseconds(1)) + 1) > 0 else {
        if errno == EINTR && !cp_is_interrupted() { continue }
        return nil
      }
      guard let more = try? Descriptor.readSome(limit - bytes.count, from: descriptor) else { return nil }
      if more.isEmpty { return String(decoding: bytes, as: UTF8.self) }
      bytes += more
    }
    return nil
  }
}
