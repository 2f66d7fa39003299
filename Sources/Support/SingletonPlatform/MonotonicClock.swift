/// Returns the time in nanoseconds since an arbitrary point, from a clock that never goes backward.
@inline(__always)
public func monotonicNanoseconds() -> UInt64 {
  #if canImport(Darwin)
    // On Darwin, CLOCK_MONOTONIC has a resolution of one microsecond and may go backward.
    nanoseconds(of: CLOCK_UPTIME_RAW)
  #else
    nanoseconds(of: CLOCK_MONOTONIC)
  #endif
}

/// Returns the processor time that all threads of this process have used, in nanoseconds.
public func processorNanoseconds() -> UInt64 { nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID) }

@inline(__always)
private func nanoseconds(of clock: clockid_t) -> UInt64 {
  var now = timespec()
  clock_gettime(clock, &now)
  return UInt64(now.tv_sec) &* 1_000_000_000 &+ UInt64(now.tv_nsec)
}

/// Keeps the processor busy for the given time.
public func spin(nanoseconds: UInt64) {
  let end = monotonicNanoseconds() &+ nanoseconds
  while monotonicNanoseconds() < end {}
}

/// Sleeps for the given time, even if a signal interrupts the sleep.
public func sleep(nanoseconds: UInt64) {
  var wanted = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  var remaining = timespec()
  while nanosleep(&wanted, &remaining) != 0 && errno == EINTR { wanted = remaining }
}

/// Yields the processor to another thread.
public func yieldProcessor() { sched_yield() }

/// Returns the current date and time in UTC as ISO 8601, to the second.
public func utcTimestamp() -> String {
  var now = time(nil)
  var parts = tm()
  gmtime_r(&now, &parts)
  return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
    strftime(buffer.baseAddress!, buffer.count, "%FT%TZ", &parts)
    return String(cString: buffer.baseAddress!)
  }
}
