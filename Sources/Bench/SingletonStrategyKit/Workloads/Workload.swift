import SingletonCore
import SingletonPlatform

/// One strategy in one scenario. Its closures are specialized for the strategy's type, so that an engine makes one
/// indirect call for many cells.
package struct Workload: Sendable {
  /// Does one thread's work in the trials of a range of cells.
  package typealias Sweep = @Sendable (CellArray, Range<Int>, NativeCaller) -> Void

  package let traits: Traits
  package let plan: TrialPlan
  /// Returns the amount of memory that the strategy needs in a cell, for this many calling threads.
  private let footprint: @Sendable (_ callers: Int) -> CellSize
  /// The sweeps, one per phase. All threads finish a phase before any thread begins the next one.
  package let phases: [Sweep]
  /// Creates the objects that cells keep, and does everything else that must be done before any thread accesses them.
  package let prepare: Sweep
  /// The same before a trial of the scenario, which may leave out the strategy's preparation.
  package let prepareTrial: Sweep
  package private(set) var timing: TimingLoops
  /// Prepares the process for trials in these cells.
  package private(set) var begin: @Sendable (CellArray) -> Void = { _ in }
  /// Whether `prepareTrial` does anything.
  package let hasPreparation: Bool
  /// The type of the threads in trials, so that its metadata is complete before a thread runs.
  ///
  /// Unspecialized code finds the fields of a generic type through the type's metadata. If 64 threads ask for the
  /// metadata first, and at the same time, one of them sometimes gets it before it is complete, and takes the first
  /// field for each field.
  private let threadType: Any.Type
}

/// The amount of memory that one cell needs.
package struct CellSize: Sendable {
  /// The smallest distance in bytes between neighboring cells: a power of two, or whole cache lines.
  ///
  /// Small cells share cache lines. Each time a line moves to another core, threads then race in several cells, and
  /// also wait for each other in neighboring cells.
  package let packed: Int
  /// The distance in bytes between neighboring cells if no two share a cache line.
  package var apart: Int { packed.roundedUp(to: CacheLine.byteCount) }
  /// The number of words for addresses of objects that the cell keeps.
  package let keptWords: Int
}

extension Workload {
  init<S: Strategy>(_ strategy: S.Type, _ scenario: Scenario) where S.B == NativeBackend {
    threadType = NativeTrialThread<S>.self
    plan = TrialPlan(scenario, traits: S.traits)
    traits = S.traits
    footprint = { CellSize(of: S.self, callers: $0) }
    phases = NativeTrialThread<S>.sweeps(of: plan)
    let call = scenario.initializerCall
    func preparation(_ prepares: Bool) -> Sweep {
      { cells, range, caller in
        var thread = NativeTrialThread<S>(cells, at: range.lowerBound, caller)
        for cell in range {
          thread.enter(cell)
          if prepares { thread.prepare(initializerCall: call) }
          thread.leave()
        }
      }
    }
    prepare = preparation(S.traits.contains(.prepares))
    prepareTrial = preparation(plan.prepares)
    timing = TimingLoops(S.self)
    hasPreparation = plan.prepares || CellSize(of: S.self, callers: 1).keptWords > 0
  }

  init<P: PlainForm>(plain form: P.Type, _ scenario: Scenario, timing: TimingLoops) {
    self.init(PlainStrategy<P>.self, scenario)
    self.timing = timing
    begin = { $0.watchLives(of: form) }
  }

  package func cellSize(callers: Int) -> CellSize {
    let size = footprint(callers)
    let needed = max(8, size.packed + (plan.tracksLives ? LiveInstances.byteCount : 0))
    let line = CacheLine.byteCount
    return CellSize(
      packed: needed <= line ? needed.roundedUpToPowerOfTwo : needed.roundedUp(to: line), keptWords: size.keptWords)
  }
}

extension CellSize {
  /// Measures the memory that a strategy needs, by creating it in a cell that is larger than any strategy needs and
  /// that no thread uses.
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
