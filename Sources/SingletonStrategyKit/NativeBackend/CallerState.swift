import SingletonCore
import SingletonPlatform
import Synchronization

/// The state of one native thread: the source of its instances, its counters, and the additional work of its initializers.
///
/// It stays at one address as long as its thread exists. Only that thread accesses it, with two exceptions: another
/// process may read the counters, and the last thread to arrive at a barrier reads ``violatedThisSweep``.
package struct CallerState {
  package let index: Int
  /// One word per `Counter`, and the word at ``sweepSlot``.
  package var counters: UnsafeMutablePointer<UInt64>
  let slab: UnsafeMutablePointer<Slot>
  let slabCapacity: UInt32
  /// The serial of the first instance in the slab, which makes the serials of different threads differ.
  let serialBase: UInt32
  /// The additional work of allocations and initializers.
  var extras: Extras = []
  /// The live instances of the trial that this thread is in; kept up to date only if lives are tracked.
  var alive: LiveInstances
  var initializerCost = InitializerCost.none
  /// The call of an accessor that initializers make, one inside the other, with the number of its access; `nil` if
  /// initializers make no call.
  var reenter: ((InstanceClass, _ number: Int) -> Void)?
  /// The largest number of these calls that initializers may make, and the number made so far.
  var reentries = (most: 0, made: 0)
  /// Whether an access by an initializer was refused and the refusal has not been passed on yet.
  var wasRefused = false
  /// Whether a retain has found a reference count of 0 or less; reset before each retain that is checked.
  var retainFailed = false
  package var violatedThisSweep = false
  var violatedThisTrial = false
  /// The strong references that this thread holds to instances under automatic reference counting.
  var held: [(instance: NativeInstance, object: AnyObject)] = []
  /// Objects that stand for the slab's first instances, created as they are needed.
  var boxes: [InstanceBox] = []
  /// The accessor that this thread's empty loop calls, or `nil` if no listing is timed.
  var constant: OpaqueAccessor<ConstantObject>?
  /// The executor of this thread's tasks, or `nil` if it has not had a task yet.
  var executor: CallerExecutor?

  /// The slot, after the counters, that counts this thread's work in the current sweep: instances made in the low half,
  /// entries into initializers in the high half.
  ///
  /// The count is one word, because the other core waits for each store of a visit to a cell.
  package static var sweepSlot: Int { 31 }
  /// The number of words in a thread's counters.
  package static var counterSlots: Int { sweepSlot + 1 }

  struct Extras: OptionSet {
    let rawValue: UInt32
    /// Counts lifetimes and live instances one by one.
    static let tracksLives = Extras(rawValue: 1 << 0)
    /// Counts a lifetime for every instance that is not made inside an initializer, since each has its own owner.
    static let livesPerOwner = Extras(rawValue: 1 << 1)
    /// Treats more than one live instance as a violation.
    static let oneAlive = Extras(rawValue: 1 << 2)
    /// Spends the initializer's cost.
    static let costs = Extras(rawValue: 1 << 3)
    /// Makes the next of ``CallerState/reentries`` in the next initializer.
    static let reentersNext = Extras(rawValue: 1 << 4)
    /// The thread is inside a parent's initializer that makes one of ``CallerState/reentries``.
    static let insideParent = Extras(rawValue: 1 << 5)
    /// The thread is inside a child's initializer that makes one of ``CallerState/reentries``.
    static let insideChild = Extras(rawValue: 1 << 6)
    /// Treats a refusal as a violation.
    static let refusesNobody = Extras(rawValue: 1 << 7)

    static let insideInitializer: Extras = [.insideParent, .insideChild]
    /// The extras of an initializer, tested together so that a plain initializer tests only once.
    static let ofInitializer: Extras = [.costs, .reentersNext, .insideParent, .insideChild]
    /// The extras of an allocation and its initializer, likewise tested together.
    static let ofMaking: Extras = [.tracksLives, .costs, .reentersNext, .insideParent, .insideChild]

    static func inside(_ class: InstanceClass) -> Extras { `class` == .parent ? .insideParent : .insideChild }
  }
}

/// The number of live instances of a trial, in the last word of the trial's cell, which its threads fetch anyway.
struct LiveInstances {
  /// The number for the parent in the low half, for the child in the high half.
  private let word: UnsafeMutablePointer<Atomic<UInt64>>

  static let byteCount = MemoryLayout<UInt64>.size

  @inline(__always)
  init(beforeEnd end: UnsafeMutableRawPointer) {
    word = (end - Self.byteCount).assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  /// Counts a new instance.
  ///
  /// - Returns: The number of live instances including the new one, and the number of live instances of its class
  ///   before it.
  @inline(__always)
  func countBirth(of class: InstanceClass) -> (alive: UInt64, ofClassBefore: UInt64) {
    let before = word.pointee.wrappingAdd(Self.one(`class`), ordering: .relaxed).oldValue
    let (parents, children) = (before & 0xffff_ffff, before >> 32)
    return (parents + children + 1, `class` == .parent ? parents : children)
  }

  func countDeath(of class: InstanceClass) { word.pointee.wrappingSubtract(Self.one(`class`), ordering: .relaxed) }

  @inline(__always)
  private static func one(_ class: InstanceClass) -> UInt64 { `class` == .parent ? 1 : 1 << 32 }
}
