import CSingletonPlatform
import SingletonCore

/// One thread of the trials of a sweep, which visits one cell after another.
///
/// Its state stays in registers. Each additional store would have to wait for cache lines that another core holds, so a
/// trial stores only what it must.
struct NativeTrialThread<S: Strategy>: TrialThread where S.B == NativeBackend {
  private(set) var strategy: S
  private(set) var cell: Int
  var instance: NativeInstance?
  let caller: NativeCaller
  private let cells: CellArray
  /// The results of this thread, beginning with those of its first access.
  private let results: UnsafeMutablePointer<UInt32>
  /// The number of instances that this thread had made in this sweep when its most recent access ended.
  private var madeBefore: UInt32

  /// Creates a thread that is in the given cell.
  @inline(__always)
  init(_ cells: CellArray, at cell: Int, _ caller: NativeCaller) {
    self.cell = cell
    self.caller = caller
    self.cells = cells
    strategy = Self.strategy(in: cells, at: cell)
    results = cells.results(ofThread: caller.index, access: 0)
    madeBefore = caller.made
  }

  @inline(__always)
  private static func strategy(in cells: CellArray, at cell: Int) -> S {
    var walk = cells.cell(cell)
    return S(&walk)
  }

  /// Enters a cell. The loops that call this are written out, without a closure for their body: a closure would keep
  /// this thread's state in memory, and each store of the state would wait.
  @inline(__always)
  mutating func enter(_ cell: Int) {
    self.cell = cell
    strategy = Self.strategy(in: cells, at: cell)
    if cells.tracksLives { caller.state.pointee.alive = cells.liveInstances(cell) }
  }

  /// Leaves the cell, and records a violation that this thread has seen there.
  @inline(__always)
  func leave() {
    if caller.state.pointee.violatedThisTrial { caller.recordViolation(in: cells, at: cell) }
  }

  @inline(__always)
  mutating func record(
    _ result: NativeInstance?, ofAccess number: Int, of class: InstanceClass, holding: Bool
  ) {
    caller.count(.accesses)
    guard let instance = result else {
      caller.countViolation(.nilResults)
      return write(number, serial: 0)
    }
    let serial = instance.slot.pointee.serial
    if instance.slot.pointee.content != Slot.whole(serial, `class`) { caller.report(instance, `class`) }
    if holding { hold(instance) }
    write(number, serial: serial)
  }

  mutating func recordRefusal(ofAccess number: Int) {
    caller.state.pointee.wasRefused = !caller.state.pointee.extras.isDisjoint(with: .insideInitializer)
    if caller.state.pointee.extras.contains(.refusesNobody) {
      caller.countViolation(.refused)
    } else {
      caller.count(.refused)
    }
    write(number, serial: 0)
  }

  @inline(__always)
  private mutating func write(_ number: Int, serial: UInt32) {
    let made = caller.made
    results[number &* cells.capacity &+ cell] = serial | (made &- madeBefore) &<< ResultWord.madeShift
    madeBefore = made
  }

  /// Excludes the instances that an action made from the count of the next access.
  @inline(__always)
  mutating func endAction() { madeBefore = caller.made }

  /// Finds the instance by its serial, which identifies a thread's slab and the place in the slab.
  @inline(__always)
  func recall(_ number: Int) -> NativeInstance? {
    let serial = results[number &* cells.capacity &+ cell] & ResultWord.serialBits
    return serial == 0 ? nil : cells.instance(serial: serial)
  }

  @inline(__always)
  func use(_ instance: NativeInstance) { caller.use(instance) }

  /// Retains the result of an entry point.
  ///
  /// Counts one violation if the instance has been destroyed, whether the retain or the test after it detects that.
  @inline(__always)
  private func hold(_ instance: NativeInstance) {
    caller.state.pointee.retainFailed = false
    if !S.traits.contains(.returnsRetained) { strategy.retain(instance, caller) }
    if caller.state.pointee.retainFailed || caller.isDestroyed(instance) { caller.countViolation(.usedAfterDestroy) }
  }

  func expectEnd(of instance: NativeInstance) {
    if !caller.isDestroyed(instance) { caller.countViolation(.leaked) }
  }

  func beginReentry(_ call: Scenario.InitializerCall) {
    caller.state.pointee.reentries = (call.count, 0)
    caller.state.pointee.reenter = { [self] `class`, number in
      var nested = self
      nested.reenter(from: `class`, call, number)
    }
    caller.state.pointee.extras.insert(.reentersNext)
  }

  func endReentry() {
    caller.state.pointee.extras.remove(.reentersNext)
    caller.state.pointee.reenter = nil
  }
}

extension NativeTrialThread {
  @inline(__always)
  private mutating func askOnce() {
    do throws(Refusal) {
      record(try strategy.shared(caller), ofAccess: 0, of: .parent, holding: false)
    } catch {
      recordRefusal(ofAccess: 0)
    }
  }

  /// Returns one sweep per phase. All threads finish a phase before any begins the next.
  static func sweeps(of plan: TrialPlan) -> [Workload.Sweep] {
    // The most frequent case, one access per thread, needs no list of steps.
    if plan.isOneAccess {
      return [
        { cells, range, caller in
          var thread = NativeTrialThread(cells, at: range.lowerBound, caller)
          for cell in range {
            thread.enter(cell)
            thread.askOnce()
            thread.leave()
          }
        }
      ]
    }
    let (hasInterference, call) = (plan.scenario.hasInterference, plan.scenario.initializerCall)
    return SweepSteps.phases(of: plan).map { phase in
      { cells, range, caller in
        let isOdd = caller.index & 1
        var thread = NativeTrialThread(cells, at: range.lowerBound, caller)
        for cell in range {
          let interferes =
            hasInterference && caller.index == TrialPlan.interferingThread(ofCell: cell, callers: cells.callers)
          let steps = phase.steps(inCell: cell, kind: isOdd | (interferes ? 2 : 0))
          if steps.isEmpty { continue }
          thread.enter(cell)
          thread.run(steps, initializerCall: call)
          thread.leave()
        }
      }
    }
  }
}

/// The steps of one phase for each parity of the cell and each kind of thread, in a table read without a branch.
private struct SweepSteps: @unchecked Sendable {
  // Unchecked: the memory is written once, before any thread sees it, and never freed.
  private let table: UnsafeMutablePointer<UnsafeBufferPointer<TrialPlan.Step>>
  /// Stored: the list of all cases is a global variable, and asking for it in each trial cost a sixth of the trials.
  private let kindCount = Scenario.ThreadKind.allCases.count

  /// - Parameter steps: Returns the steps of one kind of thread, in cells with or without a head start.
  private init(_ steps: (_ hasHeadStart: Bool, Scenario.ThreadKind) -> UnsafeBufferPointer<TrialPlan.Step>) {
    table = .allocate(capacity: 2 * kindCount)
    for hasHeadStart in [false, true] {
      for kind in Scenario.ThreadKind.allCases {
        (table + (hasHeadStart ? kindCount : 0) + kind.index).initialize(to: steps(hasHeadStart, kind))
      }
    }
  }

  /// Returns the steps of each phase.
  ///
  /// In a scenario with a head start, the first phase has only the threads with the head start in every second cell. In
  /// those cells, the remaining threads follow in an additional last phase.
  static func phases(of plan: TrialPlan) -> [SweepSteps] {
    let none = UnsafeBufferPointer<TrialPlan.Step>(start: nil, count: 0)
    let whole = (0..<plan.phaseCount).map { phase in
      SweepSteps { hasHeadStart, kind in
        let waits = hasHeadStart && plan.scenario.headStart.map { !$0.includes(kind) } ?? false
        return waits ? none : plan.permanentSteps(ofPhase: phase, for: kind)
      }
    }
    guard let first = plan.scenario.headStart else { return whole }
    let late = SweepSteps { hasHeadStart, kind in
      hasHeadStart && !first.includes(kind) ? plan.permanentSteps(ofPhase: 0, for: kind) : none
    }
    return whole + [late]
  }

  @inline(__always)
  func steps(inCell cell: Int, kind: Int) -> UnsafeBufferPointer<TrialPlan.Step> {
    table[(cell & 1) &* kindCount &+ kind]
  }
}

extension NativeCaller {
  @inline(never)
  fileprivate func recordViolation(in cells: CellArray, at cell: Int) {
    state.pointee.violatedThisTrial = false
    cells.violations[cell].store(1, ordering: .relaxed)
  }

  /// Counts the violations in a result that is half-built or not of the class that was asked for.
  @inline(never)
  fileprivate func report(_ instance: NativeInstance, _ asked: InstanceClass) {
    let (serial, content) = (instance.slot.pointee.serial, instance.slot.pointee.content)
    if content != Slot.whole(serial, .parent) && content != Slot.whole(serial, .child) { countViolation(.halfBuilt) }
    if `class`(of: instance) != asked { countViolation(.wrongClass) }
  }
}
