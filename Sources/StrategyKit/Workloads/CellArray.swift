import Platform

/// The memory that the threads of one row race on: an array of cells, and beside it what each access got.
///
/// A value of addresses: a class would be retained and released at each visit, which costs more than the visit.
public struct CellArray {
  /// Most cells that a sweep can have.
  public let capacity: Int
  public let callers: Int
  /// Bytes from one cell to the next.
  public let stride: Int
  private let keptWords: Int
  let tracksLives: Bool
  private let longestWait: UInt64
  private let cells: UnsafeMutableRawPointer
  private let kept: UnsafeMutablePointer<UInt>
  /// One row for each access of each thread, one ``ResultWord`` for each cell: `results[row * capacity + cell]`.
  public let results: UnsafeMutablePointer<UInt32>
  public let accessesPerThread: Int
  /// The instances of each thread, one slab after another.
  private let slabs: UnsafeMutablePointer<Slot>
  let slabCapacity: Int

  /// The first instance does not begin where the first cell does in its page: many processors take a load for one of what
  /// has just been stored at the same place of another page, and make it wait.
  private static var offPage: Int { 2_048 }

  /// Memory is taken as the system gives it, zeroed and page by page, so that a row pays only for what it touches.
  public init(workload: Workload, callers: Int, cores: Int, capacity: Int) {
    let size = workload.cellSize(callers: callers, cores: cores)
    self.callers = callers
    self.capacity = capacity
    stride = size.byteCount
    keptWords = size.keptWords
    tracksLives = workload.shape.tracksLives
    longestWait = workload.scenario.reentersInitializer ? 200 : .max
    accessesPerThread = workload.shape.accessesPerThread
    cells = zeroedPages(stride * capacity)
    kept = zeroedPages(max(1, keptWords) * capacity * MemoryLayout<UInt>.stride).assumingMemoryBound(to: UInt.self)
    results = zeroedPages(callers * accessesPerThread * capacity * MemoryLayout<UInt32>.stride)
      .assumingMemoryBound(to: UInt32.self)
    slabCapacity = workload.shape.instancesPerThread * capacity
    let slabBytes = callers * slabCapacity * MemoryLayout<Slot>.stride
    slabs = (zeroedPages(Self.offPage + slabBytes) + Self.offPage).assumingMemoryBound(to: Slot.self)
  }

  @inline(__always)
  func cell(_ index: Int) -> NativeCell {
    NativeCell(
      base: cells + index &* stride, kept: kept + index &* keptWords, callers: callers, longestWait: longestWait)
  }

  /// What the trial in this cell has shown.
  @inline(__always)
  public func record(_ index: Int) -> TrialRecord {
    TrialRecord(endingAt: cells + (index &+ 1) &* stride)
  }

  @inline(__always)
  public func results(ofThread thread: Int, access: Int) -> UnsafeMutablePointer<UInt32> {
    results + (thread &* accessesPerThread &+ access) &* capacity
  }

  func slab(ofThread index: Int) -> UnsafeMutablePointer<Slot> { slabs + index * slabCapacity }

  /// The instance that drew this serial in this sweep.
  func instance(serial: UInt32) -> NativeInstance {
    let thread = Int(serial >> ResultWord.threadShift)
    let place = Int(serial &- ResultWord.serialBase(ofThread: thread))
    return NativeInstance(slot: slab(ofThread: thread) + place)
  }

  /// Fresh cells again: zero is every primitive's initial state.
  public func reset(_ range: Range<Int>) {
    memset(cells + range.lowerBound * stride, 0, range.count * stride)
  }
}

// The memory is raced on by design; the engine's gates order everything around the sweeps.
extension CellArray: @unchecked Sendable {}

/// What one access got, in 32 bits: the instance's serial (0 = none), and how many instances the access made.
public enum ResultWord {
  public static var serialBits: UInt32 { 0x3fff_ffff }
  public static var madeShift: UInt32 { 30 }

  /// 1,024 threads with 1,048,575 instances each in a sweep.
  static var threadShift: UInt32 { 20 }

  @inline(__always)
  static func serialBase(ofThread index: Int) -> UInt32 { UInt32(index) << threadShift | 1 }
}
