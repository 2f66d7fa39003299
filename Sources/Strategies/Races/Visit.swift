import CPlatform
import Outcomes

/// One thread's visits to cells, one after another.
///
/// What it knows stays in registers: each store of a visit is one more that waits its turn behind the lines that the
/// other core has, so a visit stores what it must and nothing else.
struct Visit<S: Strategy>: TrialPart where S.W == NativeWorld {
  private(set) var strategy: S
  private(set) var cell: Int
  let caller: NativeCaller
  private let field: RaceField
  /// This thread's first row of results.
  private let results: UnsafeMutablePointer<UInt32>
  /// Instances that this thread has made in this sweep, up to the access before this one.
  private var madeBefore: UInt32

  @inline(__always)
  var isCulprit: Bool { caller.index == RaceShape.culprit(ofCell: cell, callers: field.callers) }

  @inline(__always)
  var childrenComeFirst: Bool { cell & 1 == 1 }

  @inline(__always)
  var rounds: Int { 4 }

  /// Begins in one cell.
  @inline(__always)
  init(_ field: RaceField, at cell: Int, _ caller: NativeCaller) {
    self.cell = cell
    self.caller = caller
    self.field = field
    strategy = Self.strategy(in: field, at: cell)
    results = field.results(ofThread: caller.index, access: 0)
    madeBefore = caller.made
  }

  @inline(__always)
  private static func strategy(in field: RaceField, at cell: Int) -> S {
    var walk = field.cell(cell)
    return S(&walk)
  }

  @inline(__always)
  private mutating func move(to cell: Int) {
    self.cell = cell
    strategy = Self.strategy(in: field, at: cell)
    if field.tracksLives { caller.state.pointee.trial = field.record(cell) }
  }

  /// Each cell of the range in turn. Nothing is allocated, locked or printed here.
  @inline(__always)
  static func each(_ field: RaceField, _ range: Range<Int>, _ caller: NativeCaller, _ body: (inout Visit) -> Void) {
    guard !range.isEmpty else { return }
    var visit = Visit(field, at: range.lowerBound, caller)
    for cell in range {
      visit.move(to: cell)
      body(&visit)
      if caller.state.pointee.seesViolation { caller.noteViolation(in: field.record(cell)) }
    }
  }

  /// One completed call through a door: what came out is looked at, counted and noted down.
  @inline(__always) @discardableResult
  mutating func access(
    _ number: Int, of class: InstanceClass, holding: Bool,
    _ door: (S, NativeCaller) throws(Refusal) -> NativeInstance?
  ) -> NativeInstance? {
    let result: NativeInstance?
    do {
      result = try door(strategy, caller)
    } catch {
      caller.count(.refused)
      note(number, serial: 0)
      return nil
    }
    caller.count(.accesses)
    guard let instance = result else {
      caller.countViolation(.nilResults)
      note(number, serial: 0)
      return nil
    }
    let serial = instance.slot.pointee.serial
    let isWhole = instance.slot.pointee.payload == ~serial
    if instance.slot.pointee.finished != Slot.finished(`class`) || !isWhole { caller.report(instance, `class`) }
    if holding { hold(instance) }
    note(number, serial: serial)
    return instance
  }

  /// A call through another door than an access's: what it makes belongs to no access.
  @inline(__always)
  mutating func act(_ action: (S, NativeCaller) -> Void) {
    action(strategy, caller)
    madeBefore = caller.made
  }

  @inline(__always)
  private mutating func note(_ number: Int, serial: UInt32) {
    let made = caller.made
    results[number &* field.capacity &+ cell] = serial | (made &- madeBefore) &<< ResultWord.madeShift
    madeBefore = made
  }

  /// The instance that an earlier access of this thread to this cell has noted down: the serial says which thread's
  /// slab it lies in, and where.
  @inline(__always)
  func noted(_ number: Int) -> NativeInstance? {
    let serial = results[number &* field.capacity &+ cell] & ResultWord.serialBits
    return serial == 0 ? nil : field.instance(serial: serial)
  }

  @inline(__always)
  func use(_ instance: NativeInstance) { caller.use(instance) }

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
  @inline(never)
  fileprivate func noteViolation(in record: TrialRecord) {
    state.pointee.seesViolation = false
    record.violations.pointee.store(1, ordering: .relaxed)
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
