import CPlatform
import Outcomes

/// One thread's visit to one cell.
struct Visit<S: Strategy> where S.W == NativeWorld {
  let strategy: S
  let caller: NativeCaller
  let field: RaceField
  let cell: Int
  /// This thread's first row of results.
  private let results: UnsafeMutablePointer<UInt32>

  @inline(__always)
  init(_ field: RaceField, _ cell: Int, _ caller: NativeCaller, _ results: UnsafeMutablePointer<UInt32>) {
    var walk = field.cell(cell)
    strategy = S(&walk)
    self.caller = caller
    self.field = field
    self.cell = cell
    self.results = results
    if field.tracksLives { caller.state.pointee.trial = record }
  }

  @inline(__always)
  private var record: TrialRecord { field.record(cell) }

  /// Each cell of the range in turn. Nothing is allocated, locked or printed here.
  @inline(__always)
  static func each(_ field: RaceField, _ range: Range<Int>, _ caller: NativeCaller, _ body: (Visit) -> Void) {
    let results = field.results(ofThread: caller.index, access: 0)
    for cell in range {
      let visit = Visit(field, cell, caller, results)
      body(visit)
      if caller.state.pointee.seesViolation { visit.noteViolation() }
    }
  }

  /// One completed call through a door: what came out is looked at, counted and noted down.
  @inline(__always) @discardableResult
  func access(
    _ number: Int, of class: InstanceClass = .parent, holding: Bool = false,
    _ door: () throws(Refusal) -> NativeInstance?
  ) -> NativeInstance? {
    let madeBefore = caller.made
    let result: NativeInstance?
    do {
      result = try door()
    } catch {
      caller.count(.refused)
      note(number, serial: 0, madeBefore)
      return nil
    }
    caller.count(.accesses)
    guard let instance = result else {
      caller.countViolation(.nilResults)
      note(number, serial: 0, madeBefore)
      return nil
    }
    let serial = instance.slot.pointee.serial
    let isWhole = instance.slot.pointee.payload == ~serial
    if instance.slot.pointee.finished != Slot.finished(`class`) || !isWhole { caller.report(instance, `class`) }
    if holding { hold(instance) }
    note(number, serial: serial, madeBefore)
    return instance
  }

  @inline(__always)
  private func note(_ number: Int, serial: UInt32, _ madeBefore: UInt32) {
    let made = caller.made &- madeBefore
    results[number &* field.capacity &+ cell] = serial | made &<< ResultWord.madeShift
  }

  /// What an earlier access of this thread noted down.
  @inline(__always)
  func result(_ number: Int) -> UInt32 { results[number &* field.capacity &+ cell] }

  @inline(never)
  private func noteViolation() {
    caller.state.pointee.seesViolation = false
    record.violations.pointee.store(1, ordering: .relaxed)
  }

  /// Retains what a door returned, as a caller does who keeps it. An access counts once, whether the retain or the look
  /// at the instance found its end.
  @inline(__always)
  private func hold(_ instance: NativeInstance) {
    caller.state.pointee.retainFailed = false
    if !S.traits.contains(.returnsRetained) { strategy.retain(instance, caller) }
    if caller.state.pointee.retainFailed || caller.isDestroyed(instance) { caller.countViolation(.usedAfterDestroy) }
  }
}

extension NativeCaller {
  /// Looks closer at a result that is not finished, or not of the class that was asked.
  @inline(never)
  fileprivate func report(_ instance: NativeInstance, _ asked: InstanceClass) {
    let isFinished = instance.slot.pointee.finished != 0
    if !isFinished || instance.slot.pointee.payload != ~instance.slot.pointee.serial { countViolation(.halfBuilt) }
    if `class`(of: instance) != asked { countViolation(.wrongClass) }
  }
}
