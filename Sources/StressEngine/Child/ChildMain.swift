internal import CPlatform
import Dispatch
package import Core
import Platform
package import StrategyKit
import Synchronization

/// The main program of a row's child process: the same executable, started again with a first argument of its own.
package struct ChildMain {
  /// The first argument of a child. What follows is a ``ChildConfiguration``.
  static let argument = "__child"
  // The descriptors under which a child finds what it shares with its parent.
  static let sharedMemoryDescriptor: Int32 = 3
  static let parentPipeDescriptor: Int32 = 4

  private let catalog: Catalog
  private let source: any ThreadSource
  private let configuration: ChildConfiguration

  /// Runs the row if the arguments are a child's.
  ///
  /// - Returns: The exit code, or `nil` if the arguments are a user's.
  package static func runIfChild(
    _ arguments: [String], catalog: Catalog, source: (ThreadSourceKind) -> any ThreadSource = \.threadSource
  ) -> Int32? {
    guard arguments.first == argument else { return nil }
    guard let configuration = ChildConfiguration(arguments: arguments.dropFirst()) else {
      return ChildExit.badConfiguration.rawValue
    }
    let source = source(configuration.settings.threadSource)
    return ChildMain(catalog: catalog, source: source, configuration: configuration).run().rawValue
  }

  private func run() -> ChildExit {
    cp_disable_core_dumps()
    guard exitWhenParentExits(),
      let shared = try? SharedMemory(descriptor: Self.sharedMemoryDescriptor, threads: configuration.threads),
      let entry = catalog.entry(configuration.strategy)
    else { return .badConfiguration }
    let workload = entry.workload(configuration.scenario)
    return run(ThreadTeam(RowContext(configuration, workload, shared)), shared)
  }

  private func run(_ team: ThreadTeam, _ shared: SharedMemory) -> ChildExit {
    let started = DispatchSemaphore(value: 0)
    let finished = DispatchSemaphore(value: 0)
    source.start(configuration.threads) { index in
      started.signal()
      team.run(thread: index)
      finished.signal()
    }
    let deadline = DispatchTime.now() + .nanoseconds(Int(clamping: startTimeout))
    for _ in 0..<configuration.threads where started.wait(timeout: deadline) == .timedOut {
      shared[.gaveUp].store(1, ordering: .relaxed)
      return .threadsMissing
    }
    for _ in 0..<configuration.threads { finished.wait() }
    shared[.isDone].store(1, ordering: .relaxed)
    return .done
  }

  /// How long to wait for threads, in nanoseconds: shorter than the watchdog, which would call the row hung.
  private var startTimeout: UInt64 { min(configuration.settings.timeout.nanoseconds / 2, 3_000_000_000) }

  /// Ends this process, and whatever it has started, when the parent is gone: only the parent holds the other end.
  private func exitWhenParentExits() -> Bool {
    startThread {
      var byte: UInt8 = 0
      while read(Self.parentPipeDescriptor, &byte, 1) < 0 && errno == EINTR {}
      kill(0, SIGKILL)
    }
  }
}

/// The exit codes of a child that was not stopped.
enum ChildExit: Int32 {
  case done = 0
  case badConfiguration = 70
  case threadsMissing = 71
}
