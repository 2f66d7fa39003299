internal import CSingletonPlatform
import Dispatch
import SingletonCore
import SingletonPlatform
package import SingletonStrategyKit
import Synchronization

/// The main program of a row's child process, which is the same executable started with a special first argument.
package struct ChildMain: Sendable {
  /// The first argument of a child. The arguments after it are a ``ChildConfiguration``.
  static let argument = "__child"
  // The numbers of the descriptors that the child shares with its parent.
  static let sharedMemoryDescriptor: Int32 = 3
  static let parentPipeDescriptor: Int32 = 4
  static let requestDescriptor: Int32 = 5
  static let replyDescriptor: Int32 = 6

  private let catalog: Catalog
  private let start: ThreadSource
  private let configuration: ChildConfiguration

  /// Runs the child's work if the arguments are those of a child.
  ///
  /// - Returns: The child's exit code, or `nil` if this process is not a child.
  package static func runIfChild(
    _ arguments: [String], catalog: Catalog, startingThreads start: @escaping ThreadSource = { $0.start($1, $2) }
  ) -> Int32? {
    guard arguments.first == argument else { return nil }
    guard let configuration = ChildConfiguration(arguments: arguments.dropFirst()) else {
      return ChildExit.badConfiguration.rawValue
    }
    return ChildMain(catalog: catalog, start: start, configuration: configuration).run().rawValue
  }

  private func run() -> ChildExit {
    cp_disable_core_dumps()
    guard let shared = try? SharedMemory.ofRow(descriptor: Self.sharedMemoryDescriptor, threads: configuration.threads)
    else { return .badConfiguration }
    shared.noteSignalsOfOthers()
    if configuration.mode == .serving {
      guard startThread({ Self.exitWithParent() }) else { return .badConfiguration }
      return serve(shared)
    }
    guard let workload else { return .badConfiguration }
    if configuration.mode == .instructions { return count(workload, shared) }
    guard startThread({ Self.exitWithParent() }) else { return .badConfiguration }
    return run(workload, shared)
  }

  private var workload: Workload? {
    catalog.entry(configuration.strategy)?.raced(as: configuration.form)?.workload(configuration.scenario)
  }

  /// Does the work that the parent requests in copies of this process, until there are no more requests.
  ///
  /// A copy has already loaded everything that a new process would have to load, so a trial takes a fraction of the
  /// time. This process never accesses a strategy, and its only other thread sleeps in a system call.
  private func serve(_ shared: SharedMemory) -> ChildExit {
    var latest: (request: [UInt8], child: ChildMain, workload: Workload)?
    while let request = ChildRequest.next(at: Self.requestDescriptor) {
      if latest?.request != request {
        guard let configuration = ChildRequest.configuration(of: request), configuration.threads == shared.threads
        else { return .badConfiguration }
        let child = ChildMain(catalog: catalog, start: start, configuration: configuration)
        guard let workload = child.workload else { return .badConfiguration }
        latest = (request, child, workload)
      }
      guard let (_, child, workload) = latest,
        let copy = try? Subprocess(forking: { child.run(workload, shared).rawValue }),
        var reply = copy.ended(
          lostCode: ChildExit.badConfiguration.rawValue, waits: true,
          suspended: { shared[.stoppedProcess].store($0 ? UInt64(copy.identifier) : 0, ordering: .relaxed) })
      else { return .badConfiguration }
      guard write(Self.replyDescriptor, &reply, MemoryLayout<TrialReply>.size) > 0 else { break }
    }
    return .done
  }

  private func run(_ workload: Workload, _ shared: SharedMemory) -> ChildExit {
    guard workload.traits.contains(.awaitsMainActor) else { return race(workload, shared) }
    // The main actor's jobs are in the main queue, which is served until the process ends.
    guard startThread({ _exit(race(workload, shared).rawValue) }) else { return .threadsMissing }
    dispatchMain()
  }

  /// Counts instructions in a thread beside which nothing runs: this thread sleeps until the process ends.
  ///
  /// The runtime gives each type that it creates the next bytes of one memory, whichever thread asks. If two threads
  /// asked at the same time, chance would decide the addresses, and with them the instructions of each later comparison
  /// of these bytes. The stack of the first thread would not do either, because the environment lies at its beginning.
  private func count(_ workload: Workload, _ shared: SharedMemory) -> ChildExit {
    let isStarted = startThread(stackSize: ThreadSourceKind.stackSize) {
      shared[.threadsStarted].store(1, ordering: .relaxed)
      ThreadTeam(context(workload, shared)).run(thread: 0)
      _exit(done(shared).rawValue)
    }
    guard isStarted else { return .threadsMissing }
    Self.exitWithParent()
  }

  private func context(_ workload: Workload, _ shared: SharedMemory) -> RowContext {
    shared.waitingStacks.note()
    let context = RowContext(configuration, workload, shared)
    workload.begin(context.cells)
    return context
  }

  private func done(_ shared: SharedMemory) -> ChildExit {
    shared[.isDone].store(1, ordering: .relaxed)
    return .done
  }

  private func race(_ workload: Workload, _ shared: SharedMemory) -> ChildExit {
    let team = ThreadTeam(context(workload, shared))
    let started = DispatchSemaphore(value: 0)
    let finished = DispatchGroup()
    for _ in 0..<configuration.threads { finished.enter() }
    start(configuration.threadSource, configuration.threads) { index in
      let count = shared[.threadsStarted].wrappingAdd(1, ordering: .relaxed).newValue
      if count == configuration.threads { started.signal() }
      team.run(thread: index)
      finished.leave()
    }
    var watchdog = Watchdog(shared)
    // It must be shorter than the parent's timeout, because the parent would report a hang.
    let startTimeout = min(configuration.settings.timeout / 2, .seconds(3))
    guard watchdog.wait(for: started, timeout: startTimeout) else {
      shared[.gaveUp].store(1, ordering: .relaxed)
      return .threadsMissing
    }
    finished.wait()
    return done(shared)
  }

  /// Waits until the parent closes the pipe or ends, and then kills this process and all processes that it has started.
  private static func exitWithParent() -> Never {
    var byte: UInt8 = 0
    while read(parentPipeDescriptor, &byte, 1) < 0 && errno == EINTR {}
    kill(0, SIGKILL)
    while true { pause() }
  }
}

/// The reply to a request: how the trial ended in the copy, and its processor time. Parent and child run the same
/// executable, so both use the same layout of its bytes.
typealias TrialReply = (end: Subprocess.End, processorNanoseconds: UInt64)
