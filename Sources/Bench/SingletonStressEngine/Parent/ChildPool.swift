import SingletonPlatform

/// The running children of a run, and the resources that they share: the executable, the pipe by which children notice
/// that their parent has ended, and reusable memory.
final class ChildPool {
  private let executable = ownExecutable()
  private let signals: SignalWatcher
  /// A pipe whose read end the children hold. If this process ends for any reason, the write end closes, and the
  /// children exit.
  private let parentPipe: Pipe
  /// The memory and the error files of children that have ended, to be used again.
  private var idle: [(shared: SharedMemory, capture: StandardErrorCapture)] = []
  private(set) var running: [ChildProcess] = []
  /// The latest request, kept because the next one is mostly the same, and to put it together takes a tenth of a trial.
  private var latest: ChildRequest?
  /// Children that can make another copy. The one that has worked last is at the end.
  private var serving: [ChildProcess] = []
  /// The system failure that has ended the run, or `nil` if there is none.
  private(set) var failure: EngineError?

  /// The number of copies that a child makes. All copies of a child have the same addresses, by which times and rates can
  /// differ, so a run uses several children.
  private static let mostCopies = 64
  /// The number of children, and of pieces of memory, that are kept. A plan can have hundreds of numbers of threads.
  private static let mostKept = 8

  init() throws(EngineError) {
    signals = try EngineError.explained("watching for signals", SignalWatcher.init)
    parentPipe = try EngineError.explained("making a pipe", Pipe.init)
  }

  /// Whether no more children start, because the user has interrupted the run or a system call has failed.
  var isStopped: Bool { signals.isInterrupted || failure != nil }

  func stop(because failure: EngineError) { self.failure = failure }

  func start(_ configuration: ChildConfiguration) throws(EngineError) {
    let threads = configuration.threads
    let request = latest.flatMap { $0.configuration == configuration ? $0 : nil } ?? ChildRequest(configuration)
    latest = request
    if configuration.isServed, let place = serving.lastIndex(where: { $0.shared.threads == threads }) {
      let child = serving.remove(at: place)
      child.serve(request, now: monotonicNanoseconds())
      return running.append(child)
    }
    do {
      running.append(try newChild(for: request))
    } catch {
      // What is kept may be what the system lacks.
      if serving.isEmpty && idle.isEmpty { throw error }
      releaseKept()
      running.append(try newChild(for: request))
    }
  }

  private func newChild(for request: ChildRequest) throws(EngineError) -> ChildProcess {
    let threads = request.configuration.threads
    let fitting = idle.lastIndex { $0.shared.threads == threads }
    if let fitting { idle.swapAt(fitting, idle.count - 1) } else { idle.append(try Self.resources(threads: threads)) }
    let (shared, capture) = idle.removeLast()
    do {
      return try ChildProcess(
        request, executable: executable, shared: shared, capture: capture, parentPipe: parentPipe.readEnd,
        now: monotonicNanoseconds())
    } catch {
      release((shared, capture))
      throw error
    }
  }

  private static func resources(threads: Int) throws(EngineError) -> (SharedMemory, StandardErrorCapture) {
    let shared = try SharedMemory.ofRow(threads: threads)
    do {
      return (shared, try StandardErrorCapture())
    } catch {
      shared.unmap()
      throw error
    }
  }

  /// Keeps a child for another copy, or reclaims its resources if it has ended or has made enough copies.
  func discard(_ child: ChildProcess) {
    running.removeAll { $0 === child }
    serving.append(child)
    let isSpent = !child.isServing || child.copies >= Self.mostCopies
    if isSpent {
      reclaim(serving.removeLast())
    } else if serving.count > Self.mostKept {
      reclaim(serving.removeFirst())
    }
  }

  private func reclaim(_ child: ChildProcess) {
    if child.isServing { child.stop() }
    idle.append((child.shared, child.capture))
    if idle.count > Self.mostKept { release(idle.removeFirst()) }
  }

  private func releaseKept() {
    serving.forEach(reclaim)
    idle.forEach(release)
    (serving, idle) = ([], [])
  }

  private func release(_ resources: (shared: SharedMemory, capture: StandardErrorCapture)) {
    resources.shared.unmap()
    resources.capture.discard()
  }

  /// Waits until a child ends, an interruption arrives, or the given time has passed.
  func wait(milliseconds: Int32) {
    signals.wait(milliseconds: milliseconds, inputs: running.compactMap(\.reply))
  }

  func close() {
    for child in running {
      child.stop()
      reclaim(child)
    }
    running = []
    releaseKept()
    for end in [parentPipe.readEnd, parentPipe.writeEnd] { closeDescriptor(end) }
  }
}
