import Core
import Synchronization

/// What one native thread knows: where its instances come from, where it counts, and what its initializers do besides.
///
/// InstanceLifetimes at one address as long as its thread; only that thread touches it, but for the counters, which are its own
/// slots of memory that another process may read.
public struct CallerState {
  public let index: Int
  /// One UInt64 for each ``Counter``, and ``sweepSlot``.
  public var counters: UnsafeMutablePointer<UInt64>
  let slab: UnsafeMutablePointer<Slot>
  let slabCapacity: UInt32
  /// Added to an instance's place in the slab, so that serials of different threads differ.
  let serialBase: UInt32
  /// Anything that a plain allocation or initializer would not do.
  var extras: Extras = []
  /// What the trial that this thread is in has shown.
  var trial: TrialRecord
  var initializerCost = InitializerCost.none
  /// Asks the accessor from inside the initializer, once.
  var reentrantCall: (() -> Void)?
  /// A retain found a count of 0 or below since somebody last looked.
  var retainFailed = false
  /// This thread saw the promise broken in this sweep.
  public var violatedThisSweep = false
  /// And it was in the trial that it is in now.
  var violatedThisTrial = false
  /// Strong references that this thread holds: instances under automatic reference counting.
  var held: [CountedInstance] = []
  /// The object form of the slab's instances, as far as it was asked for.
  var boxes: [InstanceBox] = []
  /// Where this thread's tasks run, once it has had one.
  var executor: CallerExecutor?

  /// Counts beside the counters what this thread has done in this sweep: instances made in the low half, entries into
  /// initializers in the high half. One word, because each store of a visit is one more that the other core waits for.
  public static var sweepSlot: Int { 31 }
  /// The words of a thread's counters.
  public static var counterSlots: Int { sweepSlot + 1 }

  struct Extras: OptionSet {
    let rawValue: UInt32
    /// Lifetimes and instances alive are counted one by one.
    static let tracksLives = Extras(rawValue: 1 << 0)
    /// Every instance belongs to an owner of its own and begins a lifetime, unless it is made inside an initializer.
    static let livesPerOwner = Extras(rawValue: 1 << 1)
    /// More than one alive breaks the promise.
    static let oneAlive = Extras(rawValue: 1 << 2)
    static let costs = Extras(rawValue: 1 << 3)
    static let reentersNext = Extras(rawValue: 1 << 4)
    static let insideInitializer = Extras(rawValue: 1 << 5)

    /// Those that a plain initializer need not look at one by one.
    static let ofInitializer: Extras = [.costs, .reentersNext, .insideInitializer]
    /// Those that a plain allocation and initializer together need not look at.
    static let ofMaking: Extras = [.tracksLives, .costs, .reentersNext, .insideInitializer]
  }
}
