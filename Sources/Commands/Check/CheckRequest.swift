import MemoryModels
import Platform
import StrategyChecker

/// The parsed arguments of `check`.
struct CheckRequest: Sendable {
  /// More threads have too many executions to explore, and the model has its own limit of threads.
  static let maxThreads = 5

  var strategies: [Glob] = []
  var scenarios: [Glob] = []
  var threads = ThreadList("2-3")!
  var model = MemoryModel.rc11
  var executions: UInt64?
  var time: Duration?
  var format = DataFormat.table
  var junit: String?
  var color = When.auto

  func check() throws {
    guard threads.largest > Self.maxThreads else { return }
    throw CommandError.usage(
      "--threads: \(threads) is too many for a check", expected: "1 to \(Self.maxThreads) threads")
  }

  var limits: CheckLimits {
    CheckLimits(
      executions: executions, deadline: time.map { monotonicNanoseconds() + $0.nanoseconds },
      now: { monotonicNanoseconds() })
  }
}
