import CPlatform
import Platform

/// The loops that a timing runs, built from the concrete type like the sweeps.
public struct TimingLoops: Sendable {
  /// So many turns of accesses to cell 0, each of ``accessesPerTurn``.
  public typealias Loop = @Sendable (CellArray, _ turns: Int, NativeCaller) -> Void

  /// Accesses in one turn of the loop, so that the loop's own cycle is not the bound.
  public static let accessesPerTurn = 8

  /// The first access to cell 0, which keeps what it got: an instance that nobody holds would die between two accesses.
  public let hold: @Sendable (CellArray, NativeCaller) -> Void
  public let access: Loop
  /// The same loop without the strategy.
  public let floor: Loop
  /// First accesses to a range of fresh cells, each timed by itself; `note` gets the time and whether this
  /// caller built what it got.
  public let first: @Sendable (CellArray, Range<Int>, NativeCaller, _ note: (UInt64, Bool) -> Void) -> Void
}

extension TimingLoops {
  init<S: Strategy>(_ strategy: S.Type) where S.B == NativeBackend {
    hold = { cells, caller in
      cp_consume(NativeTrialThread<S>(cells, at: 0, caller).strategy.shared(caller)?.word ?? 0)
    }
    access = { cells, turns, caller in
      let visit = NativeTrialThread<S>(cells, at: 0, caller)
      // Written out: the compiler leaves a loop of eight as it is where the way past the fast path is long, and its
      // counting costs as much as an access.
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
      NativeTrialThread<S>.each(cells, range, caller) { visit in
        let madeBefore = caller.made
        let start = monotonicNanoseconds()
        let instance = visit.strategy.shared(caller)
        let elapsed = monotonicNanoseconds() &- start
        cp_consume(instance?.word ?? 0)
        note(elapsed, instance.map { caller.hasMade($0, from: madeBefore) } ?? false)
      }
    }
  }
}

extension NativeTrialThread {
  /// The result is consumed, and nothing is counted: no reference counting but what the mechanism itself does.
  @inline(__always)
  fileprivate func laterAccess() {
    let instance = strategy.shared(caller)
    cp_consume(NativeInstance.bits(of: instance))
    if S.traits.contains(.returnsRetained), let instance { strategy.release(instance, caller) }
  }
}
