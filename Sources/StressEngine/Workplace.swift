import CPlatform
import Outcomes
import Strategies

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the children of a run share: the executable, the pipe that tells them that their parent lives, and boards.
final class Workplace {
  private let executable: String
  private let signals: Signals
  /// The children hold the read end; when the last write end is closed, by whatever end of ours, they leave.
  private let lifeline: (read: Int32, write: Int32)
  private var boards: [Int: [Board]] = [:]
  private var words: [Words] = []
  private(set) var running: [ChildProcess] = []
  private(set) var isInterrupted = false

  init(executable: String) throws(EngineError) {
    self.executable = executable
    signals = try Signals()
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw EngineError.system("making a pipe", errno) }
    lifeline = (cp_moved_up(ends[0]), cp_moved_up(ends[1]))
    guard lifeline.read >= 0, lifeline.write >= 0 else { throw EngineError.system("making a pipe", errno) }
  }

  func start(_ job: RowJob) throws -> ChildProcess {
    let board = try boards[job.threads]?.popLast() ?? Board.make(threads: job.threads)
    let child = try ChildProcess(
      job, executable: executable, board: board, words: words.popLast() ?? Words(), lifeline: lifeline.read,
      now: monotonicNanoseconds())
    running.append(child)
    return child
  }

  /// The child has been looked at and is not needed any more.
  func discard(_ child: ChildProcess) {
    running.removeAll { $0 === child }
    boards[child.board.threads, default: []].append(child.board)
    words.append(child.words)
  }

  /// Waits until a child has ended, an interruption has come, or for so many milliseconds.
  func wait(milliseconds: Int32) {
    if signals.wait(milliseconds: milliseconds) == .interrupted {
      isInterrupted = true
      signals.stopWatching()
    }
  }

  func stopAll() {
    for child in running {
      child.stop()
      discard(child)
    }
  }

  /// From here on a signal does what it does by default: the report may be waiting for its reader.
  func close() {
    signals.stopWatching()
    stopAll()
    for board in boards.values.joined() { board.unmap() }
    for file in words { file.discard() }
    Self.closeDescriptors([lifeline.read, lifeline.write])
  }

  private static func closeDescriptors(_ descriptors: [Int32]) {
    #if canImport(Glibc)
      for descriptor in descriptors { _ = Glibc.close(descriptor) }
    #elseif canImport(Musl)
      for descriptor in descriptors { _ = Musl.close(descriptor) }
    #else
      for descriptor in descriptors { _ = Darwin.close(descriptor) }
    #endif
  }
}

/// The executable of this process, by a name that holds even if the file has been replaced meanwhile.
package func ownExecutable() -> String {
  let path = cp_own_executable()
  defer { free(path) }
  return path.map { String(cString: $0) } ?? CommandLine.arguments[0]
}
