import Core
import Platform

/// A child process of a row, together with every process that it starts.
final class ChildProcess {
  private let process: Subprocess
  let shared: SharedMemory
  let capture: StandardErrorCapture
  let began: UInt64
  /// The child's processor time, or 0 until it has ended.
  private(set) var cpuNanoseconds: UInt64 = 0

  /// Starts a child process.
  ///
  /// - Parameters:
  ///   - parentPipe: The read end of a pipe that this process keeps open. The child exits when the pipe closes.
  ///   - now: The current time on the monotonic clock, in nanoseconds.
  init(
    _ configuration: ChildConfiguration, executable: String, shared: SharedMemory, capture: StandardErrorCapture,
    parentPipe: Int32, now: UInt64
  ) throws(EngineError) {
    self.shared = shared
    self.capture = capture
    began = now
    shared.clear()
    capture.clear()
    process = try EngineError.explained("starting a child process") { () throws(SystemFailure) in
      try Subprocess(
        executable, [CommandLine.arguments[0], ChildMain.argument] + configuration.arguments,
        environment: Self.environment,
        redirecting: [
          .null(0), .null(1), .descriptor(capture.descriptor, as: 2),
          .descriptor(shared.descriptor, as: ChildMain.sharedMemoryDescriptor),
          .descriptor(parentPipe, as: ChildMain.parentPipeDescriptor),
        ], leadsGroup: true)
    }
  }

  /// This process's environment with backtraces disabled, because a backtrace takes a crashing Swift process seconds.
  private static var environment: [String] {
    environmentVariables().filter { !$0.hasPrefix("SWIFT_BACKTRACE=") } + ["SWIFT_BACKTRACE=enable=no"]
  }

  /// Returns how the child ended, or `nil` while it runs. Kills any processes that an ended child left behind.
  func end() -> Subprocess.End? {
    guard let ended = process.ended(lostCode: ChildExit.badConfiguration.rawValue) else { return nil }
    process.killGroup()
    cpuNanoseconds = ended.processorNanoseconds
    return ended.end
  }

  /// Kills the child and its process group, and waits until the child is gone.
  func stop() {
    process.killGroup()
    process.killAndWait()
  }
}

extension RowStatus {
  /// Creates the row status that corresponds to a process's end.
  init(_ end: Subprocess.End) {
    switch end {
    case .exited(0): self = .ok
    case .exited(let code): self = .exit(code)
    case .signaled(let number) where number == SIGILL || number == SIGTRAP: self = .trapped(signalName(number))
    case .signaled(let number): self = .crashed(signalName(number))
    }
  }
}
