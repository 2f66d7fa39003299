import CPlatform
import Outcomes
import Strategies
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Memory that a row's parent and child share: what was counted before a trap or a kill is there exactly.
///
///     head      one UInt64 for each ``Field``
///     counters  for each thread one UInt64 for each Counter, on cache lines of its own
///     samples   16 bytes for each timed batch
struct Board {
  /// What the child tells besides the counters.
  enum Field: Int, CaseIterable {
    /// Grows whenever the row has got further: the watchdog's pulse.
    case pulse
    case threadsStarted
    case peakRunning
    case running
    case wallNanoseconds
    case cpuNanoseconds
    /// Cells in a full sweep.
    case cells
    /// Samples that were taken; may exceed what the board can hold.
    case samples
    /// 1 once the first gate had to be given up because threads were missing.
    case gaveUp
    /// 1 once the child has done all that it was asked for: a strategy may leave earlier, and with any code.
    case isDone
  }

  static let sampleCapacity = 1 << 15
  private static let headBytes = 256
  /// Two cache lines on the machines we know of, so that no thread's counting slows another's.
  private static let counterBytes = 256
  private static let sampleBytes = 16

  let descriptor: Int32
  let threads: Int
  private let base: UnsafeMutableRawPointer

  /// Maps the board that a parent made.
  init(descriptor: Int32, threads: Int) throws(EngineError) {
    self.descriptor = descriptor
    self.threads = threads
    let address = mmap(nil, Self.byteCount(threads), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let address, address != MAP_FAILED else { throw EngineError.system("mapping the row's shared memory", errno) }
    base = address
  }

  /// Makes a board for so many threads: a file without a name.
  static func make(threads: Int) throws(EngineError) -> Board {
    let descriptor = try unnamedFile()
    guard ftruncate(descriptor, off_t(byteCount(threads))) == 0 else {
      throw EngineError.system("reserving the row's shared memory", errno)
    }
    return try Board(descriptor: descriptor, threads: threads)
  }

  func unmap() {
    munmap(base, Self.byteCount(threads))
    close(descriptor)
  }

  /// As it was made; the samples need not be cleared.
  func clear() { memset(base, 0, Self.headBytes + threads * Self.counterBytes) }

  private static func byteCount(_ threads: Int) -> Int {
    headBytes + threads * counterBytes + sampleCapacity * sampleBytes
  }
}

extension Board {
  /// Fields change under several threads and two processes.
  subscript(field: Field) -> Atomic<UInt64> {
    unsafeAddress {
      UnsafePointer((base + field.rawValue * 8).assumingMemoryBound(to: Atomic<UInt64>.self))
    }
  }

  func value(_ field: Field) -> UInt64 { self[field].load(ordering: .relaxed) }

  func counters(ofThread thread: Int) -> UnsafeMutablePointer<UInt64> {
    (base + Self.headBytes + thread * Self.counterBytes).assumingMemoryBound(to: UInt64.self)
  }

  /// The threads' counters as one tally.
  var tally: Tally {
    var sum = Tally()
    for thread in 0..<threads {
      var own = Tally()
      let counters = counters(ofThread: thread)
      for counter in Counter.allCases { own[counter] = counters[counter.rawValue] }
      own[.inits] += NativeCaller.entries(counters)
      sum.merge(own)
    }
    return sum
  }
}

extension Board {
  private var sampleArea: UnsafeMutableRawPointer { base + Self.headBytes + threads * Self.counterBytes }

  /// Keeps the sample where there is room; false where there is none.
  @discardableResult
  func add(_ sample: TimingSample) -> Bool {
    guard !isFullOfSamples else { return false }
    let place = Int(self[.samples].wrappingAdd(1, ordering: .relaxed).oldValue)
    guard place < Self.sampleCapacity else { return false }
    let address = sampleArea + place * Self.sampleBytes
    address.storeBytes(of: sample.kind.rawValue, as: UInt32.self)
    address.storeBytes(of: sample.operations, toByteOffset: 4, as: UInt32.self)
    address.storeBytes(of: sample.elapsedNanoseconds, toByteOffset: 8, as: UInt64.self)
    return true
  }

  var isFullOfSamples: Bool { value(.samples) >= Self.sampleCapacity }

  var samples: [TimingSample] {
    (0..<min(Int(value(.samples)), Self.sampleCapacity)).compactMap { place in
      let address = sampleArea + place * Self.sampleBytes
      guard let kind = TimingSample.Kind(rawValue: address.load(as: UInt32.self)) else { return nil }
      return TimingSample(
        kind: kind, operations: address.load(fromByteOffset: 4, as: UInt32.self),
        elapsedNanoseconds: address.load(fromByteOffset: 8, as: UInt64.self))
    }
  }
}

/// An open file that no directory names; closed on exec.
func unnamedFile() throws(EngineError) -> Int32 {
  let descriptor = cp_unnamed_file()
  guard descriptor >= 0 else { throw EngineError.system("making a file to share with a child", errno) }
  return descriptor
}

/// Something the system would not do for the engine.
package struct EngineError: Error, CustomStringConvertible, Sendable {
  package let description: String

  static func system(_ action: String, _ code: Int32) -> EngineError {
    EngineError(description: "\(action) failed: \(String(cString: strerror(code)))")
  }
}
