import CPlatform
import Outcomes

/// One thread's visit to one cell.
struct Visit<S: Strategy> where S.W == NativeWorld {
  let strategy: S
  let caller: NativeCaller
  let field: RaceField
  let cell: Int

  @inline(__always)
  init(_ field: RaceField, _ cell: Int, _ caller: NativeCaller) {
    var walk = field.cell(cell)
    strategy = S(&walk)
    self.caller = caller
    self.field = field
    self.cell = cell
    caller.state.pointee.trial = TrialRecord(at: cell, of: field.records)
  }

  /// Each cell of the range in turn. Nothing is allocated, locked or printed here.
  @inline(__always)
  static func each(
    _ field: RaceField, _ range: Range<Int>, _ caller: NativeCaller, _ body: (Visit) -> Void
  ) {
    for cell in range { body(Visit(field, cell, caller)) }
  }

  /// One completed call through a door: what came out is looked at, counted and noted down.
  @inline(__always) @discardableResult
  func access(
    _ number: Int, of class: InstanceClass = .parent, holding: Bool = false,
    _ door: () throws(Refusal) -> NativeInstance?
  ) -> NativeInstance? {
    let madeBefore = caller.state.pointee.allocated
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
    let made = caller.state.pointee.allocated &- madeBefore
    field.results(ofThread: caller.index, access: number)[cell] = serial | made &<< ResultWord.madeShift
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
