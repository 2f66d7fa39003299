import CSingletonPlatform
import SingletonCore

/// One thread in the trials of a sweep, which visits one cell after another.
///
/// Its state stays in registers. Each store may have to wait for a cache line that another core holds, so a trial
/// stores as little as possible.
struct NativeTrialThread<S: Strategy>: TrialThread where S.B == NativeBackend {
  private(set) var strategy: S
  private(set) var cell: Int
  var instance: NativeInstance?
  let caller: NativeCaller
  private let cells: CellArray
  /// The results of this thread, beginning with the row of its first access.
  private let results: UnsafeMutablePointer<UInt32>
  /// The number of instances that this thread had made in this sweep by the end of its latest access.
  private var madeBefore: UInt32

  /// Creates a thread whose first cell is the given one.
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

  /// Enters a cell.
  ///
  /// The loops that call this method do not take a closure for their body: a closure would force the thread's state
  /// into memory, and each store of the state would take time.
  @inline(__always)
  mutating func enter(_ cell: Int) {
    self.cell = cell
    strategy = Self.strategy(in: cells, at: cell)
    if cells.tracksLives { caller.state.pointee.alive = cells.liveInstances(cell) }
  }

  /// Leaves the cell, and records whether this thread has seen a violation there.
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
    caller.state.pointee.initializerThrew = !caller.state.pointee.extras.isDisjoint(with: .insideInitializer)
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

  /// Makes sure that the instances made by an action are not attributed to the next access.
  @inline(__always)
  mutating func endAction() { madeBefore = caller.made }

  /// Returns the instance with the serial that was recorded for an earlier access. The serial tells its thread's slab
  /// and its place there.
  @inline(__always)
  func recall(_ number: Int) -> NativeInstance? {
    let serial = results[number &* cells.capacity &+ cell] & ResultWord.serialBits
    return serial == 0 ? nil : cells.instance(serial: serial)
  }

  @inline(__always)
  func use(_ instance: NativeInstance) { caller.use(instance) }

  /// Retains the result of an entry point.
  ///
  /// If the instance has been destroyed, one violation is counted, even if both the retain and the check after it
  /// notice.
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

  func beginFailure(_ failure: Scenario.InitializerFailure) {
    caller.state.pointee.extras.insert(failure == .error ? .throwsNext : .cancelsNext)
  }

  func endFailure() { _ = caller.takeFailure() }
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

  /// Returns one sweep per phase. All threads finish a phase before any thread begins the next one.
  static func sweeps(of plan: TrialPlan) -> [Workload.Sweep] {
    // The most frequent case, one access per thread, does without a list of steps.
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

/// The steps of each kind of thread in one phase, for even and for odd cells. The table is read without a branch.
private struct SweepSteps: @unchecked Sendable {
  // Unchecked: the memory is written once, before any thread reads it, and is never freed.
  private let table: UnsafeMutablePointer<UnsafeBufferPointer<TrialPlan.Step>>
  /// A stored copy: `allCases` is a global variable, and reading it in each trial made a sixth fewer trials possible.
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
  /// In a scenario with a head start, every second cell has one. In these cells, only the threads with the head start
  /// take part in the first phase. The remaining threads take the steps of that phase later, in an additional last
  /// phase.
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

  /// Counts a violation if the result is half-built, and another if its class is not the one requested.
  @inline(never)
  fileprivate func report(_ instance: NativeInstance, _ asked: InstanceClass) {
    let (serial, content) = (instance.slot.pointee.serial, instance.slot.pointee.content)
    if content != Slot.whole(serial, .parent) && content != Slot.whole(serial, .child) { countViolation(.halfBuilt) }
    if `class`(of: instance) != asked { countViolation(.wrongClass) }
  }
}
