#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

func writeToStandardError(_ text: UnsafeBufferPointer<UInt8>) -> Int { write(2, text.baseAddress, text.count) }

func yieldProcessor() { sched_yield() }

/// Nanoseconds of a clock that never goes back; the epoch means nothing.
package func monotonicNanoseconds() -> UInt64 {
  var now = timespec()
  #if canImport(Darwin)
    // CLOCK_MONOTONIC has a step of a microsecond there, and may go back.
    clock_gettime(CLOCK_UPTIME_RAW, &now)
  #else
    clock_gettime(CLOCK_MONOTONIC, &now)
  #endif
  return UInt64(now.tv_sec) &* 1_000_000_000 &+ UInt64(now.tv_nsec)
}

func keepBusy(nanoseconds: UInt64) {
  let end = monotonicNanoseconds() &+ nanoseconds
  while monotonicNanoseconds() < end {}
}

/// A signal does not shorten it.
package func rest(nanoseconds: UInt64) {
  var wanted = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  var remaining = timespec()
  while nanosleep(&wanted, &remaining) != 0 && errno == EINTR { wanted = remaining }
}
