import SingletonPlatform
import SingletonTrialRuntime

/// The running children of a run, and the resources that they share: the executable, the pipe by which children notice
/// that their parent has ended, and reusable memory.
final class ChildPool {
  private let executable = ownExecutable()
  private let signals: SignalWatcher
  /// A pipe whose read end the children hold. If this process ends for any reason, the write end closes, and the
  /// children exit.
  private let parentPipe: Pipe
  /// The memory and the error files of children that have ended, all for the same number of threads, to be used again.
  private var idle: [(shared: SharedMemory, capture: StandardErrorCapture)] = []
  private(set) var running: [ChildProcess] = []
  /// Children that can run another trial.
  private var serving: [ChildProcess] = []
  /// The system failure that has ended the run, or `nil` if there is none.
  private(set) var failure: EngineError?

  init() throws(EngineError) {
    signals = try EngineError.explained("watching for signals", SignalWatcher.init)
    parentPipe = try EngineError.explained("making a pipe", Pipe.init)
  }

  /// Whether no more children start, because the user has interrupted the run or a system call has failed.
  var isStopped: Bool { signals.isInterrupted || failure != nil }

  func stop(because failure: EngineError) { self.failure = failure }

  func start(_ configuration: ChildConfiguration) throws(EngineError) {
    if let place = serving.firstIndex(where: { $0.configuration == configuration }) {
      let child = serving.remove(at: place)
      child.runAgain(now: monotonicNanoseconds())
      return running.append(child)
    }
    if idle.first?.shared.threads != configuration.threads { release() }
    if idle.isEmpty {
      idle.append((try SharedMemory.ofRow(threads: configuration.threads), try StandardErrorCapture()))
    }
    let (shared, capture) = idle.removeLast()
    running.append(
      try ChildProcess(
        configuration, executable: executable, shared: shared, capture: capture,
        parentPipe: parentPipe.readEnd, now: monotonicNanoseconds()))
  }

  /// Keeps a child for another trial, or reclaims its resources if the child itself has ended.
  func discard(_ child: ChildProcess) {
    running.removeAll { $0 === child }
    if child.isServing { serving.append(child) } else { reclaim(child) }
  }

  /// Ends the children that are kept for another trial.
  func endServing() {
    for child in serving {
      child.stop()
      reclaim(child)
    }
    serving = []
  }

  private func reclaim(_ child: ChildProcess) {
    idle.append((child.shared, child.capture))
  }

  private func release() {
    for (shared, capture) in idle {
      shared.unmap()
      capture.discard()
    }
    idle = []
  }

  /// Waits until a child ends, an interruption arrives, or the given time has passed.
  func wait(milliseconds: Int32) {
    signals.wait(milliseconds: milliseconds, inputs: running.compactMap(\.reply))
  }

  func close() {
    for child in running {
      child.stop()
      discard(child)
    }
    endServing()
    release()
    for end in [parentPipe.readEnd, parentPipe.writeEnd] { closeDescriptor(end) }
  }
}
