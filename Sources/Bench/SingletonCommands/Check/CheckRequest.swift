import SingletonCore
import SingletonMemoryModels
import SingletonPlatform
import SingletonStrategyChecker

struct CheckRequest: Sendable {
  var strategies: [Glob] = []
  var scenarios: [Glob] = []
  var form = FormChoice.harness
  var threads = ThreadList("2-3")!
  var model = MemoryModel.rc11
  /// When a wait with a time limit may time out.
  var timeouts = Timeouts.whenStuck
  var executions: UInt64?
  var time: Duration?
  var format = DataFormat.table
  /// Whether to find the minimal sets of memory orders, instead of checking the strategies as written.
  var orderings = false
  /// Whether to prove the promise for any number of threads, instead of checking it for some.
  var anyNumber = false
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
    let ignored = [
      ("--orderings", orderings), ("--threads", "\(threads)" != "\(CheckRequest().threads)"),
      ("--model", model != CheckRequest().model),
      ("--timeouts", timeouts != CheckRequest().timeouts),
      ("--max-executions", executions != nil),
      ("--time", time != nil), ("--form", form != .harness),
    ].first { $0.1 }
    if anyNumber, let ignored {
      throw CommandError.usage(
        "\(ignored.0): it has no effect with --any-number",
        expected: "--any-number without it: its proofs are for every number of threads")
    }
    if form != .harness && timeouts != CheckRequest().timeouts {
      throw CommandError.usage(
        "--timeouts: the waits of a listing time out only if no thread can take another step",
        expected: "--form harness, or no --timeouts")
    }
    if form != .harness && model == .arm {
      throw CommandError.usage(
        "--model arm: the dependencies of a listing are not known", expected: "--form harness, or another model")
    }
    if form != .harness && threads.counts[0] < 2 {
      throw CommandError.usage(
        "--form \(form.rawValue): one thread shares nothing", expected: "2 to \(StrategyCheck.maxThreads) threads")
    }
    guard orderings || anyNumber else { return }
    let flag = orderings ? "--orderings" : "--any-number"
    if form != .harness {
      throw CommandError.usage(
        "--form \(form.rawValue): a listing is as it is compiled", expected: "--form harness, or no \(flag)")
    }
    if junit != nil {
      throw CommandError.usage("--junit: there are no test cases with \(flag)", expected: "--format csv, or no \(flag)")
    }
    if html != nil {
      throw CommandError.usage("--html: there is no page with \(flag)", expected: "--format markdown, or no \(flag)")
    }
    if orderings && threads.largest < 2 {
      throw CommandError.usage(
        "--threads: one thread needs no memory order", expected: "2 to \(StrategyCheck.maxThreads) threads")
    }
  }

  /// Whether an output shows counterexamples.
  var shows: Bool { format != .markdown || junit != nil || html != nil }

  /// The time after which a check with this many threads ends, or `nil` if it has no time limit.
  ///
  /// With four threads and more, almost all checks of the catalog take milliseconds, and the few others take hours. So
  /// they have a limit even if the user gives none.
  func time(threads: Int) -> Duration? {
    time ?? (executions == nil && threads >= Self.manyThreads ? Self.timeWithManyThreads : nil)
  }

  static let manyThreads = 4
  static let timeWithManyThreads = Duration.seconds(5)

  /// Returns the limits of a check with this many threads that begins now.
  func limits(threads: Int) -> CheckLimits {
    CheckLimits(
      executions: executions, deadline: time(threads: threads).map { monotonicNanoseconds() + $0.nanoseconds },
      now: { monotonicNanoseconds() })
  }
}
