import SingletonMemoryModels
import SingletonPlatform
import SingletonStrategyChecker

/// The parsed arguments of `check`.
struct CheckRequest: Sendable {
  var strategies: [Glob] = []
  var scenarios: [Glob] = []
  var threads = ThreadList("2-3")!
  var model = MemoryModel.rc11
  /// Whether executions that are equal up to swapping interchangeable threads are counted one by one.
  var noSymmetry = false
  var executions: UInt64?
  var time: Duration?
  var format = DataFormat.table
  /// Whether the memory orders are weakened, instead of a check of the strategies as written.
  var orderings = false
  var junit: String?
  var html: String?
  var force = false
  var progress = When.auto
  var color = When.auto

  func check() throws {
    try requireDifferentFiles([("--html", html), ("--junit", junit)])
    if threads.largest > StrategyCheck.maxThreads {
      throw CommandError.usage(
        "--threads: \(threads) is too many for a check", expected: "1 to \(StrategyCheck.maxThreads) threads")
    }
    guard orderings else { return }
    if junit != nil {
      throw CommandError.usage(
        "--junit: there are no test cases with --orderings", expected: "--format csv, or no --orderings")
    }
    if html != nil {
      throw CommandError.usage(
        "--html: there is no page with --orderings", expected: "--format markdown, or no --orderings")
    }
    if threads.largest < 2 {
      throw CommandError.usage(
        "--threads: one thread needs no memory order", expected: "2 to \(StrategyCheck.maxThreads) threads")
    }
  }

  /// The limits of a row that begins now.
  var limits: CheckLimits {
    CheckLimits(
      executions: executions, deadline: time.map { monotonicNanoseconds() + $0.nanoseconds },
      now: { monotonicNanoseconds() })
  }
}
