import SingletonCore
import SingletonPlatform

/// One strategy in one scenario, built from the strategy's concrete type, so that an engine makes one indirect call for
/// many cells.
package struct Workload: Sendable {
  /// Runs one thread's part of the trials in a range of cells.
  package typealias Sweep = @Sendable (CellArray, Range<Int>, NativeCaller) -> Void

  package let scenario: Scenario
  package let traits: Traits
  package let shape: WorkloadShape
  /// Returns the memory that the strategy takes from a cell, for this many calling threads.
  private let footprint: @Sendable (_ callers: Int) -> CellSize
  /// The sweeps, one per phase. All threads finish a phase before any begins the next.
  package let phases: [Sweep]
  /// Creates the objects that cells keep, and does what must be done before any thread of the trial exists.
  package let prepare: Sweep
  package let timing: TimingLoops
  /// Whether `prepare` does anything.
  package let hasPreparation: Bool
}

/// The memory that one cell takes.
package struct CellSize: Sendable {
  /// The smallest number of bytes from one cell to the next: a power of two, or whole cache lines.
  ///
  /// Small cells share cache lines. Threads then meet in several cells each time that a line moves, and wait for each
  /// other in neighboring cells too.
  package let packed: Int
  /// The number of bytes from one cell to the next if no two share a cache line.
  package var apart: Int { packed.roundedUp(to: CacheLine.byteCount) }
  /// The number of words for the objects that the cell keeps.
  package let keptWords: Int
}

extension Workload {
  init<S: Strategy>(_ strategy: S.Type, _ scenario: Scenario) where S.B == NativeBackend {
    let plan = TrialPlan(scenario, traits: S.traits, rounds: WorkloadShape.rounds)
    self.scenario = scenario
    traits = S.traits
    shape = WorkloadShape(plan, traits: S.traits)
    footprint = { CellSize(of: S.self, callers: $0) }
    phases = NativeTrialThread<S>.sweeps(of: plan)
    let call = scenario.initializerCall
    prepare = { cells, range, caller in
      var thread = NativeTrialThread<S>(cells, at: range.lowerBound, caller)
      for cell in range {
        thread.enter(cell)
        thread.prepare(initializerCall: call)
        thread.leave()
      }
    }
    timing = TimingLoops(S.self)
    hasPreparation = S.traits.contains(.prepares) || CellSize(of: S.self, callers: 1).keptWords > 0
  }

  /// Returns the size of a cell for this many calling threads.
  package func cellSize(callers: Int) -> CellSize {
    let size = footprint(callers)
    let needed = max(8, size.packed + (shape.tracksLives ? LiveInstances.byteCount : 0))
    let line = CacheLine.byteCount
    return CellSize(
      packed: needed <= line ? needed.roundedUpToPowerOfTwo : needed.roundedUp(to: line), keptWords: size.keptWords)
  }
}

extension CellSize {
  /// Measures the memory of a strategy alone, by creating it in a cell that no thread uses and that has far more memory
  /// than any strategy takes.
  fileprivate init<S: Strategy>(of strategy: S.Type, callers: Int) where S.B == NativeBackend {
    let scratch = UnsafeMutableRawPointer.allocate(byteCount: 1 << 16, alignment: CacheLine.byteCount)
    let kept = UnsafeMutablePointer<UInt>.allocate(capacity: 64)
    kept.initialize(repeating: 0, count: 64)
    defer {
      scratch.deallocate()
      kept.deallocate()
    }
    var cell = NativeCell(base: scratch, kept: kept, callers: callers, longestWait: 0)
    _ = S(&cell)
    packed = cell.byteCount
    keptWords = cell.keptCount(from: kept)
  }
}

extension Int {
  fileprivate var roundedUpToPowerOfTwo: Int { 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
  fileprivate func roundedUp(to step: Int) -> Int { (self + step - 1) / step * step }
}

/// The properties of a strategy in a scenario that determine how a trial is counted.
@usableFromInline package struct WorkloadShape: Sendable {
  package let accessesPerThread: Int
  /// Whether some accesses take place only in some trials, so that results are cleared after each.
  package let hasOptionalAccesses: Bool
  /// The largest number of instances that one thread makes in one trial.
  package let instancesPerThread: Int
  /// Whether lifetimes are counted one by one instead of being derived from the results, because instances end, belong
  /// to different classes or owners, or are made by a preparation or inside an initializer.
  package let tracksLives: Bool
  package let promise: Promise
  private let plan: TrialPlan

  /// The number of accesses per thread in a scenario with repeated accesses.
  static let rounds = 4

  package init(of scenario: Scenario, traits: Traits) {
    self.init(TrialPlan(scenario, traits: traits, rounds: Self.rounds), traits: traits)
  }

  package init(_ plan: TrialPlan, traits: Traits) {
    self.plan = plan
    let scenario = plan.scenario
    accessesPerThread = plan.accessesPerThread
    hasOptionalAccesses = plan.hasOptionalAccesses
    // Each access makes at most one instance, and so does a teardown; an accessor may also allocate.
    instancesPerThread = 2 * accessesPerThread + 1
    promise = traits.contains(.hasOwners) ? .oneInstancePerOwner : scenario.promise
    tracksLives =
      scenario.endsLives || scenario.initializerCall != nil || scenario.promise == .oneInstancePerClass
      || !traits.isDisjoint(with: [.endsLives, .prepares, .hasOwners, .livesPerOwner])
  }

  /// The number of groups. The results of one group, such as those for one class or owner, must be one instance.
  package var groupCount: Int {
    switch promise {
    case .oneInstance, .oneInstanceOrRefusal, .oneAlive: 1
    case .oneInstancePerClass, .oneInstancePerOwner: 2
    }
  }

  /// Returns the group to which an access's result belongs.
  package func group(ofAccess number: Int, by kind: Scenario.ThreadKind) -> Int {
    guard let access = plan.access(number, of: kind) else { return 0 }
    return switch promise {
    case .oneInstance, .oneInstanceOrRefusal, .oneAlive: 0
    case .oneInstancePerClass: access.entryPoint.asksChild ? 1 : 0
    // After its own teardown, a thread asks a new owner.
    case .oneInstancePerOwner: access.isAfterTeardown ? 1 : 0
    }
  }

  /// Returns the interfering thread of a cell.
  ///
  /// The threads take turns, because among many threads only the first few to reach a cell meet in it.
  @inline(__always)
  @usableFromInline package static func interferingThread(ofCell cell: Int, callers: Int) -> Int { cell % callers }
}
