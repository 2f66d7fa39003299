import CPlatform
import Dispatch
package import Outcomes
package import Strategies
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The child process of a row: the same executable, started again with a first argument of its own.
package struct RowChild {
  /// The first argument that makes the executable a child; what follows is a ``RowJob``.
  static let argument = "__child"
  /// Where a child finds what it shares with its parent.
  static let boardDescriptor: Int32 = 3
  static let lifelineDescriptor: Int32 = 4

  private let catalog: Catalog
  private let source: any ThreadSource
  private let job: RowJob

  /// Runs the job and returns the exit code where the arguments are a child's; nil where they are a user's.
  package static func takeOver(
    _ arguments: [String], catalog: Catalog, source: (EngineKind) -> any ThreadSource = \.threadSource
  ) -> Int32? {
    guard arguments.first == argument else { return nil }
    guard let job = RowJob(arguments: arguments.dropFirst()) else { return ChildExit.badJob.rawValue }
    return RowChild(catalog: catalog, source: source(job.engine), job: job).run().rawValue
  }

  private func run() -> ChildExit {
    cp_disable_core_dumps()
    guard watchLifeline(), let board = try? Board(descriptor: Self.boardDescriptor, threads: job.threads),
      let entry = catalog.entries.first(where: { $0.card.id == job.strategy })
    else { return .badJob }
    let crew = Crew(job: job, race: entry.race(job.scenario), board: board)
    return run(crew)
  }

  private func run(_ crew: Crew) -> ChildExit {
    let started = DispatchSemaphore(value: 0)
    let finished = DispatchSemaphore(value: 0)
    let stopwatch = crew.job.mode == .trial ? nil : Stopwatch(crew)
    source.start(job.threads) { index in
      started.signal()
      let worker = Worker(crew, index: index)
      worker.run()
      if let stopwatch { worker.run(stopwatch) }
      finished.signal()
    }
    let deadline = DispatchTime.now() + .nanoseconds(Int(clamping: patience))
    for _ in 0..<job.threads where started.wait(timeout: deadline) == .timedOut {
      crew.board[.gaveUp].store(1, ordering: .relaxed)
      return .threadsMissing
    }
    for _ in 0..<job.threads { finished.wait() }
    crew.board[.isDone].store(1, ordering: .relaxed)
    return .done
  }

  /// How long to wait for threads that were asked for: shorter than the watchdog, which would call the row hung.
  private var patience: UInt64 { min(job.timeout.nanoseconds / 2, 3_000_000_000) }

  /// Ends this process, and whatever it has started, when the parent is gone: only the parent holds the other end.
  private func watchLifeline() -> Bool {
    startThread(nil) {
      var byte: UInt8 = 0
      while read(Self.lifelineDescriptor, &byte, 1) < 0 && errno == EINTR {}
      kill(0, SIGKILL)
    }
  }
}

/// How a child leaves that was not stopped.
enum ChildExit: Int32 {
  case done = 0
  case badJob = 70
  case threadsMissing = 71
}
