#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The memory that the threads of one row race on: an array of cells, and beside it what each access got.
///
/// A value of addresses: a class would be retained and released at each visit, which costs more than the visit.
package struct RaceField {
  /// Most cells that a sweep can have.
  package let capacity: Int
  package let callers: Int
  /// Bytes from one cell to the next.
  package let stride: Int
  private let keptWords: Int
  let tracksLives: Bool
  private let longestWait: UInt64
  private let cells: UnsafeMutableRawPointer
  private let kept: UnsafeMutablePointer<UInt>
  /// One row for each access of each thread, one ``ResultWord`` for each cell: `results[row * capacity + cell]`.
  package let results: UnsafeMutablePointer<UInt32>
  package let accessesPerThread: Int
  /// The instances of each thread, one slab after another.
  private let slabs: UnsafeMutablePointer<Slot>
  let slabCapacity: Int

  /// The first instance does not begin where the first cell does in its page: many processors take a load for one of what
  /// has just been stored at the same place of another page, and make it wait.
  private static var offPage: Int { 2_048 }

  /// Memory is taken as the system gives it, zeroed and page by page, so that a row pays only for what it touches.
  package init(race: Race, callers: Int, cores: Int, capacity: Int) {
    let size = race.cellSize(callers: callers, cores: cores)
    self.callers = callers
    self.capacity = capacity
    stride = size.byteCount
    keptWords = size.keptWords
    tracksLives = race.shape.tracksLives
    longestWait = race.scenario == .reentrant ? 200 : .max
    accessesPerThread = race.shape.accessesPerThread
    cells = zeroedPages(stride * capacity)
    kept = zeroedPages(max(1, keptWords) * capacity * MemoryLayout<UInt>.stride).assumingMemoryBound(to: UInt.self)
    results = zeroedPages(callers * accessesPerThread * capacity * MemoryLayout<UInt32>.stride)
      .assumingMemoryBound(to: UInt32.self)
    slabCapacity = race.shape.instancesPerThread * capacity
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
  package func record(_ index: Int) -> TrialRecord {
    TrialRecord(endingAt: cells + (index &+ 1) &* stride)
  }

  @inline(__always)
  package func results(ofThread thread: Int, access: Int) -> UnsafeMutablePointer<UInt32> {
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
  package func reset(_ range: Range<Int>) {
    memset(cells + range.lowerBound * stride, 0, range.count * stride)
  }
}

// The memory is raced on by design; the engine's gates order everything around the sweeps.
extension RaceField: @unchecked Sendable {}

/// Zeroed memory, page-aligned, for the life of the process.
package func zeroedPages(_ byteCount: Int) -> UnsafeMutableRawPointer {
  #if canImport(Darwin)
    let anonymous = MAP_ANON | MAP_NORESERVE
  #else
    let anonymous = MAP_ANONYMOUS | MAP_NORESERVE
  #endif
  let address = mmap(nil, max(1, byteCount), PROT_READ | PROT_WRITE, MAP_PRIVATE | anonymous, -1, 0)
  guard let address, address != MAP_FAILED else { preconditionFailure("no memory for \(byteCount) bytes") }
  return address
}

/// What one access got, in 32 bits: the instance's serial (0 = none), and how many instances the access made.
package enum ResultWord {
  package static var serialBits: UInt32 { 0x3fff_ffff }
  package static var madeShift: UInt32 { 30 }

  /// 1,024 threads with 1,048,575 instances each in a sweep.
  static var threadShift: UInt32 { 20 }

  @inline(__always)
  static func serialBase(ofThread index: Int) -> UInt32 { UInt32(index) << threadShift | 1 }
}
