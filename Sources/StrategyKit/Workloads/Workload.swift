import Core
import Platform

/// One strategy in one scenario, built from the concrete type, so that an engine makes one indirect call for many cells.
public struct Workload: Sendable {
  /// Runs one thread's part of the trials in a range of cells.
  public typealias Sweep = @Sendable (CellArray, Range<Int>, NativeCaller) -> Void

  public let scenario: Scenario
  public let traits: Traits
  public let shape: WorkloadShape
  /// What a strategy takes of a cell, for this many calling threads.
  private let footprint: @Sendable (_ callers: Int) -> CellSize
  /// One for each phase: all threads end a phase before any begins the next.
  public let phases: [Sweep]
  /// Makes the objects that cells keep, and runs what must run before any thread of the trial exists.
  public let prepare: Sweep
  public let timing: TimingLoops
  /// Whether `prepare` does anything.
  public let hasPreparation: Bool
}

public struct CellSize: Sendable {
  /// The distance from one cell to the next.
  public let byteCount: Int
  public let keptWords: Int
}

extension Workload {
  init<S: Strategy>(_ strategy: S.Type, _ scenario: Scenario) where S.B == NativeBackend {
    let plan = TrialPlan(scenario, traits: S.traits, rounds: WorkloadShape.rounds)
    self.scenario = scenario
    traits = S.traits
    shape = WorkloadShape(plan, traits: S.traits)
    footprint = { CellSize(of: S.self, callers: $0) }
    phases = NativeTrialThread<S>.sweeps(of: plan)
    let reenters = scenario.reentersInitializer
    prepare = { cells, range, caller in
      NativeTrialThread<S>.each(cells, range, caller) { $0.prepare(reenters: reenters) }
    }
    timing = TimingLoops(S.self)
    hasPreparation = S.traits.contains(.prepares) || CellSize(of: S.self, callers: 1).keptWords > 0
  }
}

extension Workload {
  /// With a core for each thread, cells do not share cache lines: with eight on one, threads in neighboring cells wait
  /// for each other too, and half as many trials were run in a second. With more threads than cores, most threads find
  /// what is there, and small cells stay in the caches.
  public func cellSize(callers: Int, cores: Int) -> CellSize {
    let size = footprint(callers)
    let needed = size.byteCount + TrialRecord.byteCount(tracksLives: shape.tracksLives)
    let line = CacheLine.byteCount
    let least = callers > cores ? 16 : line
    let byteCount = needed <= line ? max(least, needed.roundedUpToPowerOfTwo) : needed.roundedUp(to: line)
    return CellSize(byteCount: byteCount, keptWords: size.keptWords)
  }
}

extension CellSize {
  /// Walks a cell that no thread uses.
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
    byteCount = cell.byteCount(from: scratch)
    keptWords = cell.keptCount(from: kept)
  }
}

extension Int {
  fileprivate var roundedUpToPowerOfTwo: Int { 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
  fileprivate func roundedUp(to step: Int) -> Int { (self + step - 1) / step * step }
}
