import CReference
import SingletonCore
import SingletonPlatform
import SingletonStressEngine

/// Trials per second, and how many of them had a violation.
struct SweepRate {
  var trials = 0.0
  var violations = 0.0

  /// The medians of several rates.
  init(medianOf rates: [SweepRate]) {
    trials = median(rates.map(\.trials))
    violations = median(rates.map(\.violations))
  }

  init(trials: Double, violations: Double) {
    self.trials = trials
    self.violations = violations
  }
}

/// The rate of sweeps, held against what the machine allows in the same minutes: the way of a cache line from core to
/// core, and the same race as a bare loop in C.
///
/// A trial in which threads take a lock, or write a word that they share, costs at least one such way, because the
/// processor does not go on before it has the line. Plain accesses go on, so that many lines travel at once; their bound
/// is the loop.
enum SweepRates {
  private static let rounds = 5
  private static let milliseconds: UInt64 = 60

  /// The strategies, the same algorithm in C, and whether each trial waits for a cache line. The row of the other one
  /// ends after a tenth of its time, because it has shown its defect.
  private static let pairs: [(id: String, form: String, waits: Bool)] = [
    ("unsynchronized-lazy", "lazy", false), ("mutex", "mutex", true),
    ("double-checked-lock-acquire", "double_checked", true), ("compare-exchange", "compare_exchange", true),
  ]

  static func show() throws {
    var ways: [Double] = []
    for threads in [2, 64] {
      var ours = pairs.map { _ in [SweepRate]() }
      var layouts = pairs.map { _ in "" }
      var theirs = pairs.map { pair in BareSweep.Layout.all(form(pair.form)).map { _ in [SweepRate]() } }
      for _ in 0..<rounds {
        ways.append(nanosecondsPerWay())
        for (index, pair) in pairs.enumerated() {
          let row = try RowRun.measured(pair.id, threads: threads, time: .seconds(pair.waits ? 0.3 : 3))
          let seconds = Double(row.wallNanoseconds) / 1e9
          ours[index].append(
            SweepRate(
              trials: Double(row.tally[.trials]) / seconds,
              violations: Double(row.tally[.multiInstanceTrials]) / seconds))
          layouts[index] = "\(row.cellBytes)+\(row.cellOffset), \(row.cellsPerBlock)"
          for (number, layout) in BareSweep.Layout.all(form(pair.form)).enumerated() {
            let sweep = BareSweep(form(pair.form), layout, threads: threads)
            theirs[index][number].append(sweep.run(milliseconds: milliseconds))
          }
        }
      }
      let way = median(ways)
      var table = Table(
        "strategy", "M trials/s", "M with two/s", "in C", "share", "with two in C", "share", "bound", "share",
        "last layout")
      for (index, pair) in pairs.enumerated() {
        let rate = SweepRate(medianOf: ours[index])
        let bare = theirs[index].map(SweepRate.init(medianOf:))
        let (trials, violations) = (bare.map(\.trials).max()!, bare.map(\.violations).max()!)
        let bound = pair.waits ? 1e9 / way : trials
        table.rows.append([
          pair.id, millions(rate.trials), millions(rate.violations), millions(trials), share(rate.trials, trials),
          millions(violations), share(rate.violations, violations), millions(bound), share(rate.trials, bound),
          layouts[index],
        ])
      }
      table.show(
        """
        Sweep: \(threads) threads, medians of \(rounds) alternating runs, beside the best of nine layouts in C; a cache \
        line takes \(way.rounded(to: 0)) ns from core to core
        """)
    }
  }

  private static func form(_ name: String) -> sweep_form { sweep_form_named(name)!.pointee }

  private static func millions(_ rate: Double) -> String { (rate / 1e6).rounded(to: 2) }

  private static func share(_ part: Double, _ whole: Double) -> String {
    whole == 0 ? "" : (part / whole).rounded(to: 2)
  }

  /// Measures the way of a cache line from one core to the other, in nanoseconds.
  private static func nanosecondsPerWay() -> Double {
    let rounds: UInt32 = 20_000
    let word = CacheLinePadded(count: 1)
    defer { word.deallocate() }
    let barrier = Barrier(count: 2, cores: BenchThreads.cores)
    let start = monotonicNanoseconds()
    BenchThreads.run(2) { thread in
      barrier.wait()
      sweep_bounce(UnsafeMutableRawPointer(word[0]).assumingMemoryBound(to: UInt32.self), UInt32(thread), rounds)
    }
    return Double(monotonicNanoseconds() - start) / Double(2 * rounds)
  }
}
