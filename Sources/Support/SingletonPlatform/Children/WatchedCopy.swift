import CSingletonPlatform

/// A copy of this process that runs a body while this process watches whether it makes progress.
package enum WatchedCopy {
  package enum Ending {
    case ended(Subprocess.End)
    /// The copy was killed, because the caller was interrupted.
    case interrupted
    /// The copy was killed, because it made no progress.
    case silent
  }

  private static let pollInterval: Int32 = 20

  /// Runs a body in a copy, with the calling thread alone, and waits until it ends; see
  /// ``Subprocess/init(forking:standardError:leadsGroup:)``.
  ///
  /// - Parameters:
  ///   - shared: The memory whose heartbeat is the progress.
  ///   - standardError: The descriptor to which the copy writes standard error.
  ///   - patience: Returns the time without progress after which the copy is killed.
  ///   - isInterrupted: Returns whether to end the copy.
  ///   - body: Returns the exit code.
  package static func run(
    beatingIn shared: SharedMemory, standardError: Int32, patience: () -> Duration, isInterrupted: () -> Bool,
    body: () -> Int32
  ) throws(EngineError) -> Ending {
    var watchdog = Watchdog(shared)
    // The copy's end of the pipe closes when it ends, which wakes this thread.
    let pipe = try EngineError.explained("making a pipe", Pipe.init)
    defer { closeDescriptor(pipe.readEnd) }
    let child = try EngineError.explained("copying this process") { () throws(SystemFailure) in
      defer { closeDescriptor(pipe.writeEnd) }
      return try Subprocess(forking: body, standardError: standardError, leadsGroup: true)
    }
    defer { child.killGroup() }
    var isStopped = false
    while true {
      waitForInput([pipe.readEnd], milliseconds: pollInterval)
      if let ended = child.ended(lostCode: 0, suspended: { isStopped = $0 }) { return .ended(ended.end) }
      let ending: Ending? =
        isInterrupted() ? .interrupted : watchdog.hasRunOut(patience(), isStopped: isStopped) ? .silent : nil
      if let ending {
        child.killAndWait()
        return ending
      }
    }
  }

  /// Runs a body in a copy, and returns its text as well; an empty one if the copy ends without.
  package static func text(
    beatingIn shared: SharedMemory, standardError: Int32, patience: () -> Duration, isInterrupted: () -> Bool,
    body: () -> String
  ) throws(EngineError) -> (ending: Ending, text: String) {
    let file = try EngineError.explained("making a file to share with a child", unnamedFile)
    defer { closeDescriptor(file) }
    let ending = try run(
      beatingIn: shared, standardError: standardError, patience: patience, isInterrupted: isInterrupted
    ) {
      do throws(SystemFailure) { try Descriptor.writeAll(body(), to: file) } catch { return 1 }
      return 0
    }
    let text = try EngineError.explained("reading what a child has written") { () throws(SystemFailure) in
      var bytes: [UInt8] = []
      guard lseek(file, 0, SEEK_SET) == 0 else { throw .last }
      while case let more = try Descriptor.readSome(1 << 16, from: file), !more.isEmpty { bytes += more }
      return String(decoding: bytes, as: UTF8.self)
    }
    return (ending, text)
  }
}
