import Foundation

/// The number of threads of a row that do not start: the environment variable `FAULTY_BENCH_MISSING_THREADS`, or 0.
var missingThreads: Int {
  ProcessInfo.processInfo.environment["FAULTY_BENCH_MISSING_THREADS"].flatMap { Int($0) } ?? 0
}
