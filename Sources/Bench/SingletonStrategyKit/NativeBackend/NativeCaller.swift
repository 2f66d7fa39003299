import CSingletonPlatform
import SingletonCore
import SingletonPlatform
import Synchronization

/// A native thread of a trial, represented by the address of its `CallerState`.
public struct NativeCaller: CallingThread, @unchecked Sendable {
  // Unchecked: the state belongs to the thread that holds the caller. `CallerState` documents what others may read.
  package let state: UnsafeMutablePointer<CallerState>
  /// A copy of the state's index, which saves a load when per-thread data is accessed.
  public let index: Int
  @inline(__always)
  public var _ownIndex: Int { index }

  package init(state: UnsafeMutablePointer<CallerState>) {
    self.state = state
    index = state.pointee.index
  }

  @inline(__always)
  @usableFromInline package func count(_ counter: Counter, _ amount: UInt64 = 1) {
    state.pointee.counters[counter.slot] &+= amount
  }

  @inline(__always)
  @usableFromInline package func raise(_ counter: Counter, to value: UInt64) {
    if state.pointee.counters[counter.slot] < value { state.pointee.counters[counter.slot] = value }
  }

  /// Counts a violation of the promise in the current trial.
  @inline(never)
  func countViolation(_ counter: Counter) {
    count(counter)
    markViolated()
  }

  func markViolated() {
    state.pointee.violatedThisSweep = true
    state.pointee.violatedThisTrial = true
  }

  public func fail(_ message: StaticString) -> Never {
    message.withUTF8Buffer { text in _ = write(2, text.baseAddress, text.count) }
    cp_trap()
  }

  @inline(__always)
  public func `class`(of instance: NativeInstance) -> InstanceClass {
    Slot.class(of: instance.slot.pointee.life)
  }
}

// MARK: - The two steps of an instance's life

extension NativeCaller {
  // Allocations and initializers are calls, as in an ordinary program, so that a strategy's fast path is short enough
  // to be inlined. The calls do not pass source lines on, because only a model needs them and they would lengthen each
  // access.

  @inline(__always)
  public func _allocate(_ class: InstanceClass, at site: SourceLine) -> NativeInstance { allocateInstance(`class`) }

  @inline(__always)
  public func _make(_ class: InstanceClass, at site: SourceLine) -> NativeInstance { makeInstance(`class`) }

  @inline(__always)
  public func _initialize(_ instance: NativeInstance, at site: SourceLine) { runInitializer(of: instance) }

  public func rethrowRefusal() throws(Refusal) {
    guard state.pointee.initializerThrew else { return }
    state.pointee.initializerThrew = false
    throw Refusal()
  }

  @inline(never)
  package func allocateInstance(_ class: InstanceClass) -> NativeInstance {
    let instance = newInstance(life: Slot.life(of: `class`), entries: 0)
    if state.pointee.extras.contains(.tracksLives) { countBirth(of: `class`) }
    cp_compiler_barrier()
    return instance
  }

  /// Allocates an instance and runs its initializer. The flag `Slot.entered` is set from the beginning, because no
  /// other thread can have entered the initializer.
  @inline(never)
  package func makeInstance(_ class: InstanceClass) -> NativeInstance {
    guard state.pointee.extras.isDisjoint(with: .ofMaking) else { return makeWithExtras(`class`) }
    let instance = newInstance(life: Slot.life(of: `class`) | Slot.entered, entries: 1)
    fill(instance, `class`)
    return instance
  }

  @inline(never)
  private func makeWithExtras(_ class: InstanceClass) -> NativeInstance {
    let instance = newInstance(life: Slot.life(of: `class`) | Slot.entered, entries: 1)
    if state.pointee.extras.contains(.tracksLives) { countBirth(of: `class`) }
    runCustomPart(of: instance, `class`)
    return instance
  }

  @inline(__always)
  private func newInstance(life: UInt32, entries: UInt64) -> NativeInstance {
    let place = made
    if place == state.pointee.slabCapacity { failForLackOfSlots() }
    state.pointee.counters[CallerState.sweepSlot] &+= 1 | entries << 32
    let instance = NativeInstance(slot: state.pointee.slab + Int(place))
    Slot.allocate(instance.slot, serial: state.pointee.serialBase &+ place, life: life)
    return instance
  }

  @inline(never)
  private func failForLackOfSlots() -> Never {
    fail("a strategy made more instances than it declared\n")
  }

  @inline(never)
  package func runInitializer(of instance: NativeInstance) {
    let before = instance.life.pointee.bitwiseOr(Slot.entered, ordering: .relaxed).oldValue
    if before & Slot.entered != 0 { countViolation(.reinits) }
    state.pointee.counters[CallerState.sweepSlot] &+= 1 << 32
    runCustomPart(of: instance, Slot.class(of: before))
  }

  @inline(__always)
  private func runCustomPart(of instance: NativeInstance, _ class: InstanceClass) {
    if !state.pointee.extras.isDisjoint(with: .ofInitializer) {
      runExtras(`class`)
      if throwsNow() { return }
    }
    fill(instance, `class`)
  }

  /// Returns whether the initializer throws here, before it has filled its instance.
  private func throwsNow() -> Bool {
    guard let failure = takeFailure() else { return false }
    if failure == .cancellation { state.pointee.task?.cancel() }
    state.pointee.initializerThrew = failure == .error || Task.isCancelled
    return state.pointee.initializerThrew
  }

  /// Returns the failure of this thread's next initializer, and forgets it.
  func takeFailure() -> Scenario.InitializerFailure? {
    let next = state.pointee.extras.intersection([.throwsNext, .cancelsNext])
    if next.isEmpty { return nil }
    state.pointee.extras.subtract(next)
    return next.contains(.throwsNext) ? .error : .cancellation
  }

  /// Runs the body of the initializer. It is not inlined, and the optimizer cannot see into it.
  @inline(__always)
  private func fill(_ instance: NativeInstance, _ class: InstanceClass) {
    cp_compiler_barrier()
    instance.slot.pointee.content = Slot.whole(instance.slot.pointee.serial, `class`)
    cp_compiler_barrier()
  }

  @inline(never)
  private func runExtras(_ class: InstanceClass) {
    let inside = CallerState.Extras.inside(`class`)
    if state.pointee.extras.contains(inside) { countViolation(.nestedInits) }
    let reentries = state.pointee.reentries
    if state.pointee.extras.contains(.reentersNext), reentries.made < reentries.most {
      state.pointee.reentries.made += 1
      let outside = !state.pointee.extras.contains(inside)
      state.pointee.extras.insert(inside)
      state.pointee.reenter?(`class`, reentries.made + 1)
      if outside { state.pointee.extras.remove(inside) }
    }
    if state.pointee.extras.contains(.costs) { state.pointee.initializerCost.spend() }
  }
}

extension NativeCaller {
  /// The number of instances that this thread has made in this sweep.
  @inline(__always)
  var made: UInt32 { UInt32(truncatingIfNeeded: state.pointee.counters[CallerState.sweepSlot]) }

  /// Returns whether this thread made the instance in this sweep, not counting its first `first` instances.
  func hasMade(_ instance: NativeInstance, from first: UInt32) -> Bool {
    (Int(first)..<Int(made)).contains(instance.slot - state.pointee.slab)
  }
}

// MARK: - References

extension NativeCaller {
  @inline(__always)
  public func _retain(_ instance: NativeInstance, at site: SourceLine) {
    let before = instance.life.pointee.wrappingAdd(Slot.oneReference, ordering: .relaxed).oldValue
    if Slot.count(before) <= 0 { state.pointee.retainFailed = true }
  }

  @inline(__always)
  public func _release(_ instance: NativeInstance, at site: SourceLine) {
    let before = instance.life.pointee.wrappingSubtract(Slot.oneReference, ordering: .acquiringAndReleasing).oldValue
    if Slot.count(before) == 1 { destroy(instance) }
  }

  @inline(__always)
  public func _retainIfAlive(_ instance: NativeInstance, at site: SourceLine) -> Bool {
    var life = instance.life.pointee.load(ordering: .relaxed)
    while Slot.count(life) > 0 {
      let (exchanged, original) = instance.life.pointee.compareExchange(
        expected: life, desired: life + Slot.oneReference, ordering: .acquiring)
      if exchanged { return true }
      life = original
    }
    return false
  }

  /// Runs the `deinit`. If live instances are counted, the instance counts as live until the last line.
  @inline(never)
  func destroy(_ instance: NativeInstance) {
    let before = instance.life.pointee.bitwiseOr(Slot.destroyed, ordering: .relaxed).oldValue
    // If a thread has retained the instance too late, the count falls to 0 a second time. The instance must end only
    // once.
    guard before & Slot.destroyed == 0 else { return }
    count(.deinits)
    // In a cell that does not track lives, there is no memory for the count.
    if state.pointee.extras.contains(.tracksLives) { state.pointee.alive.countDeath(of: `class`(of: instance)) }
  }

  @inline(__always)
  func isDestroyed(_ instance: NativeInstance) -> Bool {
    instance.life.pointee.load(ordering: .relaxed) & Slot.destroyed != 0
  }

  /// Uses the instance through a reference of the caller.
  @inline(__always)
  package func use(_ instance: NativeInstance) {
    if isDestroyed(instance) { countViolation(.usedAfterDestroy) }
  }
}

// MARK: - Lifetimes

extension NativeCaller {
  @inline(never)
  private func countBirth(of class: InstanceClass) {
    let (alive, ofClassBefore) = state.pointee.alive.countBirth(of: `class`)
    raise(.liveMax, to: alive)
    if alive > 1 && state.pointee.extras.contains(.oneAlive) { markViolated() }
    let startsLifetime =
      state.pointee.extras.contains(.livesPerOwner)
      ? state.pointee.extras.isDisjoint(with: .insideInitializer) : ofClassBefore == 0
    if startsLifetime { count(.lifetimes) }
  }
}

extension InitializerCost {
  func spend() {
    switch self {
    case .none: break
    case .yield: yieldProcessor()
    case .busy(let duration): spin(nanoseconds: duration.nanoseconds)
    case .sleep(let duration): SingletonPlatform.sleep(nanoseconds: duration.nanoseconds)
    }
  }
}

extension Counter {
  /// The raw value, computed without a call into another module.
  // The cast is safe because a case without a payload is a byte, and cases are numbered in the order of declaration,
  // like the raw values. The tests of the shared memory compare both.
  @inline(__always)
  var slot: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}
