import SingletonPlatform
import Synchronization

/// The memory that the threads of one row share: an array of cells, and the results of the accesses to them.
///
/// It is a struct of addresses. A class would be retained and released at each visit to a cell, which would cost more
/// than the visit itself.
@usableFromInline package struct CellArray: @unchecked Sendable {
  // Unchecked: data races on the memory are intended, and the engine's barriers order everything before and after a
  // sweep.
  /// The maximum number of cells in a sweep.
  package let capacity: Int
  package let callers: Int
  /// The number of bytes from one cell to the next.
  package private(set) var stride: Int
  private let keptWords: Int
  private let longestWait: UInt64
  private var cells: UnsafeMutableRawPointer
  private let kept: UnsafeMutablePointer<UInt>
  /// The results, as a ``ResultWord`` for each access of each thread in each cell: `results[row * capacity + cell]`,
  /// with one row per access of each thread.
  package let results: UnsafeMutablePointer<UInt32>
  package let accessesPerThread: Int
  /// A word for each cell, which is nonzero if an access to the cell has observed a violation of the promise.
  ///
  /// The words are stored apart from the cells to keep the cells small. The more cells there are in a cache line, the
  /// more often threads overlap each time the line moves to another core.
  package let violations: UnsafeMutablePointer<Atomic<UInt32>>
  /// The slabs of instances of all threads, one after the other.
  private let slabs: UnsafeMutablePointer<Slot>
  let slabCapacity: Int
  let tracksLives: Bool

  /// The offset of the first instance in its page. It differs from the offset of the first cell.
  ///
  /// If a load has the same offset in its page as a recent store, many processors assume that it depends on the store,
  /// and delay it.
  private static var offPage: Int { 2_048 }

  /// Allocates the memory as zeroed pages of the system, so that only pages that the row accesses use physical memory.
  ///
  /// No two cells share a cache line, unless ``laidOut(stride:offset:)`` changes the layout.
  package init(workload: Workload, callers: Int, capacity: Int) {
    let size = workload.cellSize(callers: callers)
    self.callers = callers
    self.capacity = capacity
    stride = size.apart
    keptWords = size.keptWords
    tracksLives = workload.plan.tracksLives
    longestWait = workload.plan.scenario.endsWaits ? 20 : .max
    accessesPerThread = workload.plan.accessesPerThread
    cells = zeroedPages(stride * capacity + CacheLine.byteCount)
    kept = zeroedPages(max(1, keptWords) * capacity * MemoryLayout<UInt>.stride).assumingMemoryBound(to: UInt.self)
    results = zeroedPages(callers * accessesPerThread * capacity * MemoryLayout<UInt32>.stride)
      .assumingMemoryBound(to: UInt32.self)
    violations = zeroedPages(capacity * MemoryLayout<UInt32>.stride).assumingMemoryBound(to: Atomic<UInt32>.self)
    // In a process with a single trial, one thread may make the instances of all callers, because an actor can run the
    // tasks of several threads on one of them.
    slabCapacity =
      workload.plan.instancesPerCaller * max(capacity, workload.traits.contains(.oneTrialPerProcess) ? callers : 1)
    let slabBytes = callers * slabCapacity * MemoryLayout<Slot>.stride
    slabs = (zeroedPages(Self.offPage + slabBytes) + Self.offPage).assumingMemoryBound(to: Slot.self)
  }

  /// Returns the same memory in another layout. All cells must be in their initial state, which is all zeroes in every
  /// layout.
  ///
  /// - Parameters:
  ///   - stride: The number of bytes from one cell to the next. It must not exceed that of this array.
  ///   - offset: The position of the first cell in its cache line, in bytes.
  package func laidOut(stride: Int, offset: Int) -> CellArray {
    var other = self
    other.stride = stride
    other.cells += offset
    return other
  }

  @inline(__always)
  func cell(_ index: Int) -> NativeCell {
    NativeCell(
      base: cells + index &* stride, kept: kept + index &* keptWords, callers: callers, longestWait: longestWait)
  }

  /// Returns the number of live instances in this cell, which exists only if lives are tracked.
  @inline(__always)
  func liveInstances(_ index: Int) -> LiveInstances {
    LiveInstances(beforeEnd: cells + (index &+ 1) &* stride)
  }

  @inline(__always)
  @usableFromInline package func results(ofThread thread: Int, access: Int) -> UnsafeMutablePointer<UInt32> {
    results + (thread &* accessesPerThread &+ access) &* capacity
  }

  /// The memory that contains the instances of all threads.
  var slabBounds: Range<UnsafeMutablePointer<Slot>> { slabs..<slabs + callers * slabCapacity }

  func slab(ofThread index: Int) -> UnsafeMutablePointer<Slot> { slabs + index * slabCapacity }

  /// Returns the instance that has this serial in the current sweep.
  func instance(serial: UInt32) -> NativeInstance {
    let thread = Int(serial >> ResultWord.threadShift)
    let place = Int(serial &- ResultWord.serialBase(ofThread: thread))
    return NativeInstance(slot: slab(ofThread: thread) + place)
  }

  /// Resets cells to zero, which is the initial state of every primitive.
  ///
  /// - Parameter violations: Whether any of the cells may have a violation.
  @usableFromInline package func reset(_ range: Range<Int>, violations hasViolations: Bool) {
    memset(cells + range.lowerBound * stride, 0, range.count * stride)
    if hasViolations { memset(violations + range.lowerBound, 0, range.count * MemoryLayout<UInt32>.stride) }
  }
}

/// The result of one access in 32 bits. The low bits are the serial of the instance, or 0 if there is none; the bits
/// above are the number of instances that the access made.
@usableFromInline package enum ResultWord {
  /// The bits of a serial that identify the thread that made the instance.
  @usableFromInline package static var threadBits: UInt32 { 0x3ff0_0000 }
  @usableFromInline package static var serialBits: UInt32 { 0x3fff_ffff }
  @usableFromInline package static var madeShift: UInt32 { 30 }

  /// The position of the thread's index in a serial. It leaves room for 1,048,575 instances of each of 1,024 threads in
  /// a sweep.
  static var threadShift: UInt32 { 20 }

  @inline(__always)
  static func serialBase(ofThread index: Int) -> UInt32 { UInt32(index) << threadShift | 1 }
}
