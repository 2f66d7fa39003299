import CReference
import SingletonCore
import SingletonPlatform
import SingletonStressEngine
import SingletonTextFormats

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

/// The rate of sweeps, compared with what the machine allows in the same minutes: the time of a cache line from core to
/// core, and the same race as a bare loop in C.
///
/// A trial in which threads take a lock, or write a word that they share, waits for such a transfer unless its cells
/// stayed with the same core; plain accesses continue while many lines travel at once. So a share above 1 means that
/// the threads did not meet in every trial.
enum SweepRates {
  private static let rounds = 5

  static func show() throws {
    for threads in [2, 64] {
      var contests = [
        Contest("unsynchronized-lazy", "lazy", isPlain: true), Contest("mutex", "mutex"),
        Contest("double-checked-lock-acquire", "double_checked"), Contest("compare-exchange", "compare_exchange"),
      ]
      var ways: [Double] = []
      for _ in 0..<rounds {
        LineRing.nanosecondsPerWay().map { ways.append($0) }
        for index in contests.indices { try contests[index].runOnce(threads: threads) }
      }
      // Threads that share cores do not pass a line on in each trial.
      let way = threads > BenchThreads.cores || ways.isEmpty ? nil : median(ways)
      var table = Table(figures: [
        "strategy", "M trials/s", "loop in C", "share", "line per trial", "share", "M with two/s", "loop in C", "share",
        "bytes per cell", "cells per block",
      ])
      table.append(contentsOf: contests.map { $0.row(linesPerSecond: way.map { 1e9 / $0 }) })
      table.show(
        """
        Rates: \(threads) threads, medians of \(rounds) alternating runs, beside the best of nine layouts of a loop in C; \
        a cache line took \(ways.map { $0.rounded(to: 0) }.joined(separator: ", ")) ns from core to core
        """)
    }
  }
}

/// A strategy and the same algorithm in C, which run alternately.
private struct Contest {
  private let id: String
  private let form: sweep_form
  /// Whether all accesses are plain, so that no trial waits for a cache line, and some have two instances.
  private let isPlain: Bool
  private var ours: [SweepRate] = []
  /// The rates in C, for each layout.
  private var theirs: [[SweepRate]]
  private var lastLayout = [0, 0]

  private static let milliseconds: UInt64 = 60

  init(_ id: String, _ form: String, isPlain: Bool = false) {
    self.id = id
    self.form = sweep_form_named(form)!.pointee
    self.isPlain = isPlain
    theirs = BareSweep.Layout.all(self.form).map { _ in [] }
  }

  mutating func runOnce(threads: Int) throws {
    // A row that has shown its defect ends after a tenth of its time.
    let row = try RowRun.measured(id, threads: threads, time: .seconds(isPlain ? 3 : 0.3))
    let seconds = Double(row.wallNanoseconds) / 1e9
    ours.append(
      SweepRate(
        trials: Double(row.tally[.trials]) / seconds, violations: Double(row.tally[.multiInstanceTrials]) / seconds))
    lastLayout = [row.cellBytes, row.cellsPerBlock]
    for (index, layout) in BareSweep.Layout.all(form).enumerated() {
      theirs[index].append(BareSweep(form, layout, threads: threads).run(milliseconds: Self.milliseconds))
    }
  }

  /// Returns the row of the table.
  ///
  /// - Parameter linesPerSecond: How often a cache line can be passed on, or `nil` if that is not known.
  func row(linesPerSecond: Double?) -> [String] {
    let rate = SweepRate(medianOf: ours)
    let bare = theirs.map(SweepRate.init(medianOf:))
    let trials = Self.beside(rate.trials, bare.map(\.trials).max()!)
    let ofLines = isPlain ? nil : linesPerSecond.map { Array(Self.beside(rate.trials, $0).dropFirst()) }
    let violations = isPlain ? Self.beside(rate.violations, bare.map(\.violations).max()!) : ["", "", ""]
    return [id] + trials + (ofLines ?? ["", ""]) + violations + lastLayout.map(String.init)
  }

  /// Returns a rate, another one, both in millions, and the first one's share of the second.
  private static func beside(_ rate: Double, _ other: Double) -> [String] {
    [(rate / 1e6).rounded(to: 2), (other / 1e6).rounded(to: 2), (rate / other).rounded(to: 2)]
  }
}
