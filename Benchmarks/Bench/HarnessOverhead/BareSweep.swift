import CReference
import SingletonPlatform
import SingletonTrialRuntime

/// A sweep in C that races and counts second instances, and does nothing else: no strategy chosen at run time, no
/// initializations, lifetimes, or uses to count, and no separate process.
final class BareSweep: @unchecked Sendable {
  // Unchecked: each thread writes its own elements and its share of the cells, and everything else is written by the
  // last thread to reach a barrier while the other threads wait there.
  private let form: sweep_form
  private let layout: Layout
  private let threads: Int
  private let barrier: Barrier
  private let rendezvous: Rendezvous
  private let cells: UnsafeMutablePointer<CChar>
  private let parts: [sweep_part]
  private let results: [UnsafePointer<UInt64>]
  /// The number of trials with several instances that each thread has counted.
  private let several: UnsafeMutablePointer<Int>
  private var sweeps = 0
  /// The times at which the threads had started, and at which the latest sweep was over, in nanoseconds.
  private var began: UInt64 = 0
  private var ended: UInt64 = 0
  private var isDone = false

  private static let cellCount = 16_384

  /// The arrangement of the cells, and the number of meetings of the threads.
  struct Layout {
    let cellBytes: Int
    let cellsPerBlock: Int

    /// The layouts that are tried: cells that share cache lines, or pairs of them, or nothing, and three numbers of meetings.
    static func all(_ form: sweep_form) -> [Layout] {
      [Int(form.bytes), 64, 128].flatMap { bytes in
        [256, 1_024, BareSweep.cellCount].map { Layout(cellBytes: bytes, cellsPerBlock: $0) }
      }
    }
  }

  init(_ form: sweep_form, _ layout: Layout, threads: Int) {
    self.form = form
    self.layout = layout
    self.threads = threads
    let count = Self.cellCount
    barrier = Barrier(count: threads, cores: BenchThreads.cores)
    barrier.keepAwake(threads > BenchThreads.cores)
    rendezvous = Rendezvous(threads: threads, cores: BenchThreads.cores, blocks: count / layout.cellsPerBlock)
    let cells = zeroedPages(count * layout.cellBytes).assumingMemoryBound(to: CChar.self)
    self.cells = cells
    parts = (0..<threads).map { thread in
      sweep_part(
        cells: cells, cell_bytes: layout.cellBytes,
        instances: zeroedPages(count * MemoryLayout<sweep_instance>.stride).assumingMemoryBound(
          to: sweep_instance.self),
        made: 0, first_serial: UInt64(thread * count),
        results: zeroedPages(count * MemoryLayout<UInt64>.stride).assumingMemoryBound(to: UInt64.self))
    }
    results = parts.map { UnsafePointer($0.results) }
    several = .allocate(capacity: threads)
    several.initialize(repeating: 0, count: threads)
  }

  deinit {
    several.deallocate()
    let count = Self.cellCount
    munmap(cells, count * layout.cellBytes)
    for part in parts {
      munmap(part.instances, count * MemoryLayout<sweep_instance>.stride)
      munmap(part.results, count * MemoryLayout<UInt64>.stride)
    }
  }

  /// Sweeps for this many milliseconds, and returns the rate.
  func run(milliseconds: UInt64) -> SweepRate {
    BenchThreads.run(threads) { [self] in sweep(as: $0, nanoseconds: milliseconds * 1_000_000) }
    let elapsed = Double(ended - began)
    return SweepRate(
      trials: Double(sweeps * Self.cellCount) / elapsed * 1e9,
      violations: Double((0..<threads).reduce(0) { $0 + several[$1] }) / elapsed * 1e9)
  }

  private func sweep(as thread: Int, nanoseconds: UInt64) {
    let count = Self.cellCount
    let share = count * thread / threads..<count * (thread + 1) / threads
    var part = parts[thread]
    var differing = 0
    barrier.wait { [self] in began = monotonicNanoseconds() }
    while !isDone {
      var backoff = SpinBackoff()
      part.made = 0
      for block in 0..<count / layout.cellsPerBlock {
        rendezvous.enter(block, as: thread, &backoff)
        form.sweep(&part, block * layout.cellsPerBlock, (block + 1) * layout.cellsPerBlock)
      }
      barrier.wait()
      differing += sweep_tally(results, threads, share.lowerBound, share.upperBound)
      memset(cells + share.lowerBound * layout.cellBytes, 0, share.count * layout.cellBytes)
      memset(part.instances, 0, part.made * MemoryLayout<sweep_instance>.stride)
      barrier.wait { [self] in
        sweeps += 1
        ended = monotonicNanoseconds()
        isDone = ended >= began + nanoseconds
      }
    }
    several[thread] = differing
  }
}
