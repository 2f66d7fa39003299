import CSingletonPlatform
import SingletonPlatform

/// The timed loops. Like the sweeps, they are specialized for the strategy's type.
@usableFromInline package struct TimingLoops: Sendable {
  /// A loop with the given number of iterations, each of which makes ``accessesPerTurn`` accesses to cell 0.
  package typealias Loop = @Sendable (CellArray, _ turns: Int, NativeCaller) -> Void

  /// The number of accesses in one iteration. It is large enough that the loop itself does not limit the speed.
  package static let accessesPerTurn = 8

  /// The first access to cell 0. It keeps its result, because an instance without references would end before the next
  /// access.
  package let hold: @Sendable (CellArray, NativeCaller) -> Void
  /// The loop of later accesses.
  package let access: Loop
  /// The same loop without the strategy.
  package let floor: Loop
  /// First accesses to a range of fresh cells, each timed separately.
  ///
  /// `note` is called for each of them with its time in nanoseconds, and with whether this caller built the instance
  /// that it got.
  package let first: @Sendable (CellArray, Range<Int>, NativeCaller, _ note: (UInt64, Bool) -> Void) -> Void
  /// The first access to cell 0, counted between `cp_begin_steps` and `cp_end_steps`. It keeps its result.
  package let countedFirst: @Sendable (CellArray, NativeCaller) -> Void
  /// One access of the loop ``access``, counted in the same way.
  package let countedAccess: @Sendable (CellArray, NativeCaller) -> Void

  init<S: Strategy>(_ strategy: S.Type) where S.B == NativeBackend {
    hold = { cells, caller in
      cp_consume(NativeTrialThread<S>(cells, at: 0, caller).asked()?.word ?? 0)
    }
    access = { cells, turns, caller in
      let visit = NativeTrialThread<S>(cells, at: 0, caller)
      // Unrolled by hand. The compiler does not unroll the loop if the slow path is long, and counting iterations costs
      // as much as an access.
      for _ in 0..<turns {
        visit.laterAccess()
        visit.laterAccess()
        visit.laterAccess()
        visit.laterAccess()
        visit.laterAccess()
        visit.laterAccess()
        visit.laterAccess()
        visit.laterAccess()
      }
    }
    floor = { cells, turns, caller in
      let address = UInt(bitPattern: caller.state)
      for _ in 0..<turns {
        for _ in 0..<Self.accessesPerTurn { cp_consume(address) }
      }
    }
    first = { cells, range, caller, note in
      var thread = NativeTrialThread<S>(cells, at: range.lowerBound, caller)
      for cell in range {
        thread.enter(cell)
        let madeBefore = caller.made
        let start = monotonicNanoseconds()
        let instance = thread.asked()
        let elapsed = monotonicNanoseconds() &- start
        cp_consume(instance?.word ?? 0)
        note(elapsed, instance.map { caller.hasMade($0, from: madeBefore) } ?? false)
        thread.leave()
      }
    }
    countedFirst = { cells, caller in
      let visit = NativeTrialThread<S>(cells, at: 0, caller)
      cp_begin_steps()
      let instance = visit.asked()
      cp_end_steps()
      cp_consume(instance?.word ?? 0)
    }
    countedAccess = { cells, caller in
      let visit = NativeTrialThread<S>(cells, at: 0, caller)
      cp_begin_steps()
      visit.laterAccess()
      cp_end_steps()
      // Without the barrier, the call at the end of the function would become a jump, preceded by instructions that do
      // not belong to the access.
      cp_compiler_barrier()
    }
  }
}

extension TimingLoops {
  /// Creates the loops for a listing. Each access calls the listing's accessor, retains the result, reads one field,
  /// and releases the result.
  @usableFromInline init<P: PlainForm>(plain form: P.Type) {
    hold = { cells, caller in
      // From now on, allocations take as long as in any other program.
      cp_stop_watching_lives()
      if let object = try? P.later() { _ = Unmanaged.passRetained(object) }
      let constant = ConstantObject()
      caller.state.pointee.constant = OpaqueAccessor { constant }
    }
    let accessor = OpaqueAccessor { try? P.later() }
    access = { cells, turns, caller in accessor.access(turns) }
    floor = { cells, turns, caller in caller.state.pointee.constant!.access(turns) }
    first = TimingLoops(PlainStrategy<P>.self).first
    let firstAccessor = OpaqueAccessor { try? P.shared() }
    countedFirst = { cells, caller in
      cp_stop_watching_lives()
      firstAccessor.countFirst()
    }
    countedAccess = { cells, caller in accessor.countAccess() }
  }
}

/// An accessor that is stored in an object, where the optimizer cannot see it. Each access is therefore a call that
/// returns a reference to be released. Otherwise, the compiler could read a stored property once for all iterations,
/// and retain nothing.
@usableFromInline final class OpaqueAccessor<T: AnyObject>: Sendable {
  private let shared: @Sendable () -> T?

  @usableFromInline init(_ shared: @escaping @Sendable () -> T?) { self.shared = shared }

  @usableFromInline func access(_ turns: Int) {
    for _ in 0..<turns {
      for _ in 0..<TimingLoops.accessesPerTurn { consumeField(of: shared()) }
    }
  }

  @usableFromInline func countAccess() {
    // A strategy's timed loop also loads its accessor only once.
    let shared = shared
    cp_begin_steps()
    consumeField(of: shared())
    cp_end_steps()
    cp_compiler_barrier()
  }

  @usableFromInline func countFirst() {
    let shared = shared
    cp_begin_steps()
    let object = shared()
    consumeField(of: object)
    cp_end_steps()
    if let object { _ = Unmanaged.passRetained(object) }
  }
}

/// An object for the empty loop of one thread. No other thread uses its cache line, so the loop takes as long on all
/// cores at once as on one, and shows whether the machine is quiet.
@usableFromInline final class ConstantObject: Sendable {
  @usableFromInline let field = 1
  private let padding = (SIMD64<UInt16>(), SIMD64<UInt16>())

  @usableFromInline init() {}
}

/// Reads the first field of an object, which comes after its metadata and its reference counts. The caller must hold a
/// reference.
@inline(__always)
private func consumeField<T: AnyObject>(of object: T?) {
  guard let object else { return }
  // The cast is safe because a reference is the address of its object, and every class of a listing has a field.
  cp_consume(unsafeBitCast(object, to: UnsafePointer<UInt>.self)[2])
  withExtendedLifetime(object) {}
}

extension NativeTrialThread {
  /// Calls the accessor. A refusal counts as `nil`.
  @inline(__always)
  fileprivate func asked() -> NativeInstance? { (try? strategy.shared(caller)) ?? nil }

  /// Makes an access and passes its result to the optimizer as used, but does not record it. Only the strategy itself
  /// counts references.
  @inline(__always)
  fileprivate func laterAccess() {
    let instance = asked()
    cp_consume(NativeInstance.bits(of: instance))
    if S.traits.contains(.returnsRetained), let instance { strategy.release(instance, caller) }
  }
}
