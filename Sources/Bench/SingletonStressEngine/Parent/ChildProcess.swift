import SingletonCore
import SingletonPlatform

/// A child process, together with all processes that it starts. It works on a row, or makes copies that do.
final class ChildProcess {
  private let process: Subprocess
  private(set) var configuration: ChildConfiguration
  let shared: SharedMemory
  let capture: StandardErrorCapture
  private var watchdog: Watchdog
  private var isStopped = false
  private var isStopSaid = false
  /// The pipes for requests of copies and their replies, or `nil` if the child does its work itself.
  private var requests: (write: Int32, read: Int32)?
  /// The number of copies that the child has been asked for.
  private(set) var copies = 0
  /// The processor time of the child or, if it works in copies, of the latest copy; 0 until the child or the copy has
  /// ended.
  private(set) var cpuNanoseconds: UInt64 = 0
  /// The addresses of the code on the stacks of the threads of the child or its trial, if it hung.
  private(set) var hangStacks: [[UInt]] = []

  /// Starts a child process.
  ///
  /// - Parameters:
  ///   - parentPipe: The read end of a pipe that this process keeps open. The child exits when the pipe closes.
  ///   - now: The current time on the monotonic clock, in nanoseconds.
  init(
    _ request: ChildRequest, executable: String, shared: SharedMemory, capture: StandardErrorCapture,
    parentPipe: Int32, now: UInt64
  ) throws(EngineError) {
    let configuration = request.configuration
    self.configuration = configuration
    self.shared = shared
    self.capture = capture
    watchdog = Watchdog(shared, since: now)
    shared.clear()
    capture.clear()
    var redirections: [Subprocess.Redirection] = [
      .null(0), .null(1), .descriptor(capture.descriptor, as: 2),
      .descriptor(shared.descriptor, as: ChildMain.sharedMemoryDescriptor),
      .descriptor(parentPipe, as: ChildMain.parentPipeDescriptor),
    ]
    // All of them, if the child does not start; otherwise those that only the child uses.
    var ends: [Int32] = []
    defer { ends.forEach(closeDescriptor) }
    if configuration.isServed {
      let request = try Self.pipe()
      ends = [request.readEnd, request.writeEnd]
      let reply = try Self.pipe()
      ends += [reply.readEnd, reply.writeEnd]
      requests = (request.writeEnd, reply.readEnd)
      redirections += [
        .descriptor(request.readEnd, as: ChildMain.requestDescriptor),
        .descriptor(reply.writeEnd, as: ChildMain.replyDescriptor),
      ]
    }
    let own = configuration.isServed ? .serving(threads: configuration.threads) : configuration
    let start = { () throws(SystemFailure) in
      try Subprocess(
        executable, [commandLineArguments()[0], ChildMain.argument] + own.arguments,
        environment: Self.environment(configuration.mode), redirecting: redirections, leadsGroup: true)
    }
    process = try EngineError.explained("starting a child process") { () throws(SystemFailure) in
      configuration.mode == .instructions ? try withFixedAddresses(start) : try start()
    }
    if let requests { ends.removeAll { $0 == requests.write || $0 == requests.read } }
    send(request)
  }

  private static func pipe() throws(EngineError) -> Pipe { try EngineError.explained("making a pipe", Pipe.init) }

  /// The environment of a child: that of this process, but with backtraces disabled, because the backtrace of a crash
  /// takes seconds.
  ///
  /// A child that counts instructions gets further settings, because counts must not depend on the user's environment.
  /// The C library's settings choose between variants of its functions, and decide whether a library's function is
  /// looked up in its first call or before the program begins.
  private static func environment(_ mode: ChildConfiguration.Mode) -> [String] {
    let set =
      ["SWIFT_BACKTRACE=enable=no"]
      + (mode == .instructions ? ["GLIBC_TUNABLES=", "LD_BIND_NOW=1", "SWIFT_DETERMINISTIC_HASHING=1"] : [])
    let names = set.map { $0.prefix { $0 != "=" } + "=" }
    return environmentVariables().filter { variable in !names.contains { variable.hasPrefix($0) } } + set
  }

  /// The number of the process that a signal has stopped, either the child's or its trial's, or `nil` if there is none.
  /// A process that is stopped does not count as hung.
  private var stoppedProcess: Int32? {
    if isStopped { return process.identifier }
    return Int32(exactly: shared.value(.stoppedProcess)).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Returns how the child or its trial ended, or `nil` while it runs and makes progress. A child without progress for
  /// `timeout`, or for `startTimeout` while not all of its threads have started, is killed and counts as `hung`.
  func ending(timeout: Duration, startTimeout: Duration? = nil) -> RowStatus? {
    if let end = end() {
      let ending = ProcessEnding(end, isSentByOthers: shared.value(.signaledByOthers) == 1)
      return ending == .ok && shared.value(.isDone) == 0 ? .exit(0) : RowStatus(ending)
    }
    let isStopped = stoppedProcess != nil
    isStopSaid = isStopSaid && isStopped
    let hasStarted = shared.value(.threadsStarted) >= configuration.threads
    guard watchdog.hasRunOut(hasStarted ? timeout : startTimeout ?? timeout, isStopped: isStopped) else { return nil }
    hangStacks = shared.waitingStacks.ask(process)
    stop()
    return .hung
  }

  /// Returns the number of a process that a signal has kept stopped for `timeout`, or `nil`. Each stop is returned only
  /// once.
  func longStop(timeout: Duration) -> Int32? {
    guard !isStopSaid, watchdog.isStopped(for: timeout) else { return nil }
    isStopSaid = true
    return stoppedProcess
  }

  /// Returns how the child or its trial ended, or `nil` while it runs. Kills all processes that an ended child has left
  /// behind.
  private func end() -> Subprocess.End? {
    if let reply = takeReply() {
      cpuNanoseconds = reply.processorNanoseconds
      return reply.end
    }
    let ended = process.ended(lostCode: ChildExit.badConfiguration.rawValue) { isStopped = $0 }
    guard let ended else { return nil }
    process.killGroup()
    closeRequests()
    cpuNanoseconds = ended.processorNanoseconds
    return ended.end
  }

  /// Kills the child and its process group, and waits until the child is gone.
  func stop() {
    process.killGroup()
    process.killAndWait()
    closeRequests()
  }
}

// MARK: - A child that works in a copy of itself for each request

extension ChildProcess {
  /// Whether the child can make another copy.
  var isServing: Bool { requests != nil }

  /// The descriptor that becomes readable when a copy has ended, or `nil` if the child does its work itself and then
  /// exits.
  var reply: Int32? { requests?.read }

  /// Requests a copy for other work with the same number of threads.
  func serve(_ request: ChildRequest, now: UInt64) {
    configuration = request.configuration
    watchdog = Watchdog(shared, since: now)
    shared.clear()
    capture.clear()
    send(request)
  }

  /// Requests a copy. If the child has ended, the end of the child counts as the end of the copy.
  private func send(_ request: ChildRequest) {
    guard let requests else { return }
    copies += 1
    request.send(to: requests.write)
  }

  private func takeReply() -> TrialReply? {
    guard let requests else { return nil }
    var ready = pollfd(fd: requests.read, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, 0) == 1 else { return nil }
    var reply: TrialReply = (.exited(0), 0)
    let size = MemoryLayout<TrialReply>.size
    if read(requests.read, &reply, size) == size { return reply }
    closeRequests()
    return nil
  }

  private func closeRequests() {
    guard let requests else { return }
    closeDescriptor(requests.write)
    closeDescriptor(requests.read)
    self.requests = nil
  }
}
