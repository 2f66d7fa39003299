import Strategies

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Wall and processor time since the counting phase began.
struct PhaseClock {
  private(set) var began: UInt64 = 0
  private var cpuAtStart: UInt64 = 0

  mutating func begin() {
    began = monotonicNanoseconds()
    cpuAtStart = Self.processCPU()
  }

  /// Of all threads of the process.
  func cpuSoFar() -> UInt64 { Self.processCPU() - cpuAtStart }

  private static func processCPU() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
