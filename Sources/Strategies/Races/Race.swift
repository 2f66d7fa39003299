package import Outcomes

/// One strategy in one scenario, built from the concrete type, so that an engine makes one indirect call for many cells.
package struct Race: Sendable {
  /// Goes through a range of cells as one thread of the trials in them.
  package typealias Sweep = @Sendable (RaceField, Range<Int>, NativeCaller) -> Void

  package let scenario: Scenario
  package let traits: Traits
  package let shape: RaceShape
  /// What a strategy takes of a cell, for so many calling threads.
  private let footprint: @Sendable (_ callers: Int) -> CellSize
  /// One for each phase: all threads end a phase before any begins the next.
  package let phases: [Sweep]
  /// Makes the objects that cells keep, and runs what must run before any thread of the trial exists.
  package let prepare: Sweep
  package let timing: RaceTiming
  /// `prepare` has something to do.
  package let hasPreparation: Bool
}

package struct CellSize: Sendable {
  /// From one cell to the next.
  package let byteCount: Int
  package let keptWords: Int
}

/// How one trial of a race is counted.
package struct RaceShape: Sendable {
  package let accessesPerThread: Int
  /// Some accesses are made only in some trials, so their results are cleared after each.
  package let hasOptionalAccesses: Bool
  /// Most instances that one thread makes in one trial.
  package let instancesPerThread: Int
  /// Instances end, or have classes or owners: lifetimes are counted one by one instead of worked out from the results.
  package let tracksLives: Bool
  package let promise: Promise
  /// Results of one group must be one instance: a class's, an owner's.
  package let groupOf: @Sendable (_ thread: Int, _ access: Int, _ isCulprit: Bool) -> Int
  package let groupCount: Int

  /// The thread that tears down, where a scenario has one of them do so: each in its turn, because of many threads only
  /// the first few to come to a cell race in it.
  @inline(__always)
  package static func culprit(ofCell cell: Int, callers: Int) -> Int { cell % callers }
}

extension RaceShape {
  package init(of scenario: Scenario, traits: Traits) {
    let copies = traits.contains(.mutableCopies) ? 2 : 1
    switch scenario {
    case .firstAccess, .mixedConstruction, .subclass: accessesPerThread = 1
    case .copy: accessesPerThread = 1 + copies
    case .lateUse, .overRelease, .reentrant: accessesPerThread = 2
    case .reacquire, .teardown, .externalWrite: accessesPerThread = 4
    }
    hasOptionalAccesses = scenario == .copy || scenario == .reentrant
    // Each access makes one at most, and so does a teardown; an accessor may allocate besides.
    instancesPerThread = 2 * accessesPerThread + 1
    tracksLives =
      scenario.endsLives || [.subclass, .reentrant].contains(scenario)
      || !traits.isDisjoint(with: [.endsLives, .prepares, .hasOwners, .livesPerOwner])
    promise = traits.contains(.hasOwners) ? .oneInstancePerOwner : scenario.promise
    switch promise {
    case .oneInstancePerClass: (groupOf, groupCount) = ({ thread, _, _ in thread % 2 }, 2)
    // The culprit's second access, after its teardown, asks a new owner.
    case .oneInstancePerOwner: (groupOf, groupCount) = ({ _, access, isCulprit in isCulprit && access > 0 ? 1 : 0 }, 2)
    case .oneInstance, .oneAlive: (groupOf, groupCount) = ({ _, _, _ in 0 }, 1)
    }
  }
}

extension Scenario {
  /// Callers hold and release references.
  var endsLives: Bool {
    [.reacquire, .teardown, .lateUse, .overRelease, .externalWrite].contains(self)
  }
}

extension Race {
  init<S: Strategy>(_ strategy: S.Type, _ scenario: Scenario) where S.W == NativeWorld {
    self.scenario = scenario
    traits = S.traits
    shape = RaceShape(of: scenario, traits: S.traits)
    footprint = { CellSize(of: S.self, callers: $0) }
    phases = Visit<S>.phases(of: scenario)
    prepare = Visit<S>.preparation(for: scenario)
    timing = RaceTiming(S.self)
    hasPreparation = S.traits.contains(.prepares) || CellSize(of: S.self, callers: 1).keptWords > 0
  }
}

extension Race {
  /// With a core for each thread cells do not share cache lines: with eight on one, threads in neighbouring cells wait
  /// for each other too, and half as many trials were raced in a second. With more threads than cores most visits find
  /// what is there, and small cells stay in the caches.
  package func cellSize(callers: Int, cores: Int) -> CellSize {
    let size = footprint(callers)
    let needed = size.byteCount + TrialRecord.byteCount(tracksLives: shape.tracksLives)
    let least = callers > cores ? 16 : CellSize.line
    let byteCount =
      needed <= CellSize.line ? max(least, needed.roundedUpToPowerOfTwo) : needed.roundedUp(to: CellSize.line)
    return CellSize(byteCount: byteCount, keptWords: size.keptWords)
  }
}

extension CellSize {
  fileprivate static let line = 64

  /// Walks a cell that nobody uses.
  fileprivate init<S: Strategy>(of strategy: S.Type, callers: Int) where S.W == NativeWorld {
    let scratch = UnsafeMutableRawPointer.allocate(byteCount: 1 << 16, alignment: Self.line)
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
