import SingletonCore
import SingletonPlatform
import Synchronization

/// The state of one native thread: the memory of its instances, its counters, and the extra work that its initializers
/// do.
///
/// It stays at the same address as long as the thread exists. Only the thread itself accesses it, with two exceptions:
/// another process may read the counters, and the last thread to arrive at a barrier reads ``violatedThisSweep``.
package struct CallerState {
  package let index: Int
  /// One word for each `Counter`, followed by the word at ``sweepSlot``.
  package var counters: UnsafeMutablePointer<UInt64>
  let slab: UnsafeMutablePointer<Slot>
  let slabCapacity: UInt32
  /// The serial of the first instance in the slab. It is different for each thread, so no two threads' instances have
  /// the same serial.
  let serialBase: UInt32
  /// The extra work of allocations and initializers.
  var extras: Extras = []
  /// The number of live instances of the current trial. It is up to date only if lives are tracked.
  var alive: LiveInstances
  var initializerCost = InitializerCost.none
  /// The nested call of an accessor that initializers make, with the number of its access; `nil` if initializers call
  /// no accessor.
  var reenter: ((InstanceClass, _ number: Int) -> Void)?
  /// The maximum number of nested calls, and the number of those made so far.
  var reentries = (most: 0, made: 0)
  /// Whether the initializer has failed, or an access by it was refused, and the error has yet to be thrown to the
  /// initializer's caller.
  var initializerThrew = false
  /// Whether a retain has found a reference count of 0 or less. It is reset before each retain whose result is checked.
  var retainFailed = false
  package var violatedThisSweep = false
  var violatedThisTrial = false
  /// The strong references that this thread holds to instances under automatic reference counting.
  var held: [(instance: NativeInstance, object: AnyObject)] = []
  /// Objects that stand for the first instances in the slab. Each is created when it is first needed.
  var boxes: [InstanceBox] = []
  /// The accessor that this thread's empty loop calls, or `nil` if no listing is timed.
  var constant: OpaqueAccessor<ConstantObject>?
  /// The executor of this thread's tasks, or `nil` if the thread has not run a task yet.
  var executor: CallerExecutor?
  /// The task that this thread waits for, if an initializer is going to cancel it.
  var task: UnsafeCurrentTask?

  /// The index of the word after the counters that counts this thread's work in the current sweep. The low half counts
  /// the instances made, and the high half counts the entries into initializers.
  ///
  /// Both counts share a word to save a store: the other core waits for each store that a thread makes in a cell.
  package static var sweepSlot: Int { 31 }
  /// The number of words in a thread's counters.
  package static var counterSlots: Int { sweepSlot + 1 }

  struct Extras: OptionSet {
    let rawValue: UInt32
    /// Counts lifetimes and live instances one by one.
    static let tracksLives = Extras(rawValue: 1 << 0)
    /// Counts a lifetime for every instance that is not made inside an initializer, because each of these has a
    /// separate owner.
    static let livesPerOwner = Extras(rawValue: 1 << 1)
    /// Treats more than one live instance as a violation.
    static let oneAlive = Extras(rawValue: 1 << 2)
    /// Runs the initializer's extra work.
    static let costs = Extras(rawValue: 1 << 3)
    /// Makes the next initializer call an accessor, as ``CallerState/reenter`` describes.
    static let reentersNext = Extras(rawValue: 1 << 4)
    /// The thread is inside an initializer of the parent class that calls an accessor.
    static let insideParent = Extras(rawValue: 1 << 5)
    /// The thread is inside an initializer of the child class that calls an accessor.
    static let insideChild = Extras(rawValue: 1 << 6)
    /// Treats a refusal as a violation.
    static let refusesNobody = Extras(rawValue: 1 << 7)
    /// Makes the next initializer throw.
    static let throwsNext = Extras(rawValue: 1 << 8)
    /// Cancels the caller's task in the next initializer, which throws if it runs in that task.
    static let cancelsNext = Extras(rawValue: 1 << 9)

    static let insideInitializer: Extras = [.insideParent, .insideChild]
    /// The extras that concern an initializer. They are tested together, so that an initializer without extras makes
    /// only one test.
    static let ofInitializer: Extras = [
      .costs, .reentersNext, .insideParent, .insideChild, .throwsNext, .cancelsNext,
    ]
    /// The extras that concern an allocation or its initializer, also tested together.
    static let ofMaking: Extras = ofInitializer.union(.tracksLives)

    static func inside(_ class: InstanceClass) -> Extras { `class` == .parent ? .insideParent : .insideChild }
  }
}

/// The number of live instances of a trial. It is in the last word of the trial's cell, so threads find it in a cache
/// line that they use anyway.
struct LiveInstances {
  /// The count for the parent class is in the low half, and that for the child class is in the high half.
  private let word: UnsafeMutablePointer<Atomic<UInt64>>

  static let byteCount = MemoryLayout<UInt64>.size

  @inline(__always)
  init(beforeEnd end: UnsafeMutableRawPointer) {
    word = (end - Self.byteCount).assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  /// Counts a new instance.
  ///
  /// - Returns: The number of live instances including the new one, and the number of its class without it.
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
