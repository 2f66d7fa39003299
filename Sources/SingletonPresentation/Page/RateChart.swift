import SingletonCore
import SingletonStatistics
import SingletonTextFormats

/// The rates of violating trials, with 95% intervals: one chart for each scenario.
struct RateChart {
  private let reports: [PageReport]
  private let id: String
  private let scenarios: [(name: String, lines: [Line])]
  private let silentCount: Int

  /// The rows of a strategy with one thread count, one for each report.
  private struct Line {
    let name: String
    let threads: Int
    let rows: [PooledRow?]

    var label: String { "\(name), \(HumanFormat.counted(threads, "thread"))" }

    var isSilent: Bool { rows.allSatisfy { ($0?.tally[.violatingTrials] ?? 0) == 0 } }
    /// Whether every trial violated, in every report.
    var isAlways: Bool {
      !isSilent && rows.allSatisfy { row in row.map { $0.tally[.violatingTrials] >= $0.tally[.trials] } ?? true }
    }
    var isDrawn: Bool { !isSilent && !isAlways }
  }

  /// - Parameter id: The beginning of the drawings' ids, which are unique in a page.
  init(_ reports: [PageReport], id: String = "rates") {
    self.reports = reports
    self.id = id
    let lines = Dictionary(grouping: reports.subjects, by: \.scenario).mapValues { subjects in
      subjects.flatMap { subject in
        reports.rows(of: subject).map { Line(name: subject.lineLabel, threads: $0.threads, rows: $0.rows) }
      }
    }
    silentCount = lines.values.joined().count(where: \.isSilent)
    scenarios = lines.keys.map(\.self).inScenarioOrder.map { ($0, lines[$0]!) }
      .filter { !$0.1.allSatisfy(\.isSilent) }
  }

  var markup: [Markup] {
    if scenarios.isEmpty { return [.paragraph("No trial of any row violated.")] }
    let introduction =
      "The share of trials that violated, on a logarithmic axis, the median over the replicates with its 95% interval if"
      + " there are six or more; a rate says how often it came on this machine, and is not judged."
      + " \(HumanFormat.counted(silentCount, "other row")) had no violating trial, those that crash or hang among them."
      + (reports.count == 2 ? " The lower marks of a line are of the old report." : "")
    let legend =
      reports.count == 2
      ? [ChartMark.legend(reports.indices.reversed().map { (reports.mark(of: $0), reports[$0].name) })] : []
    return [.paragraph(introduction)] + legend + charts
  }

  var charts: [Markup] { scenarios.enumerated().flatMap { section($0.offset, $0.element.name, $0.element.lines) } }

  private func section(_ index: Int, _ scenario: String, _ all: [Line]) -> [Markup] {
    let lines = all.filter(\.isDrawn)
    let chart = DotChart(
      id: "\(id)-\(index + 1)", title: "\(scenario): how often trials violate", unit: .share, axis: axis,
      lines: lines.map { reports.line($0.label, $0.rows, \.violatingRate) })
    let always = always(all)
    return [.element("h3", text: "\(scenario): trials that violate, on a logarithmic scale")]
      + (always.isEmpty ? [] : [.paragraph("Always, in every trial: \(always).")])
      + (lines.isEmpty ? [] : [chart.markup])
  }

  private var axis: LogAxis {
    let rates = scenarios.flatMap(\.lines).filter(\.isDrawn).flatMap { $0.rows.compactMap { $0?.violatingRate } }
    return LogAxis(
      covering: rates.flatMap { [$0.interval?.lowerBound ?? $0.median, $0.interval?.upperBound ?? 1, 1] },
      otherwise: -4...0)
  }

  /// Returns the strategies that violated in every trial, by the thread counts with which they did.
  private func always(_ lines: [Line]) -> String {
    let groups = Dictionary(grouping: lines, by: \.name).compactMapValues { own -> String? in
      let always = own.filter(\.isAlways)
      if always.isEmpty { return nil }
      let threads = always.map { HumanFormat.grouped($0.threads) }.joined(separator: " and ")
      return always.count == own.count ? "" : "with \(threads) \(threads == "1" ? "thread" : "threads"): "
    }
    return groups.values.map(\.self).distinct.sorted().map { condition in
      condition + lines.map(\.name).distinct.filter { groups[$0] == condition }.joined(separator: ", ")
    }.joined(separator: "; ")
  }
}

extension PooledRow {
  /// The share of violating trials: the median over the replicates.
  fileprivate var violatingRate: MedianInterval? {
    MedianInterval(of: rows.compactMap { $0.measured?.tally.violationRate })
  }
}

extension RowKey {
  /// The name in a chart of one scenario, which omits the scenario.
  fileprivate var lineLabel: String {
    var key = self
    key.scenario = Scenario.firstAccess.id
    return key.chartLabel
  }
}
