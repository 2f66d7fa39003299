import SingletonCore
import SingletonStatistics
import SingletonTextFormats

/// The rates of violating trials, with intervals that hold the true rate in 95 of 100 cases: one chart for each
/// scenario.
struct RateChart {
  private let reports: [PageReport]
  private let id: String
  private let axis: LogAxis
  private let rows: [(scenario: String, lines: [Line])]
  private let silentCount: Int

  private struct Line {
    let name: String
    let threads: Int
    let rates: [Rate?]

    var label: String { "\(name), \(HumanFormat.counted(threads, "thread"))" }

    var isSilent: Bool { rates.allSatisfy { ($0?.violating ?? 0) == 0 } }
    /// Whether every trial violated, in every report.
    var isAlways: Bool { !isSilent && rates.allSatisfy { rate in rate.map { $0.violating >= $0.trials } ?? true } }
    var isDrawn: Bool { !isSilent && !isAlways }
  }

  private struct Rate {
    let rate: MedianInterval
    let violating: UInt64
    let trials: UInt64
  }

  /// - Parameter id: The beginning of the drawings' ids, which are unique in a page.
  init(_ reports: [PageReport], id: String = "rates") {
    self.reports = reports
    self.id = id
    let subjects = reports.subjects
    var silentCount = 0
    rows = subjects.map(\.scenario).inScenarioOrder.compactMap { scenario in
      let all = subjects.filter { $0.scenario == scenario }.flatMap { Self.lines($0, reports) }
      let silent = all.count(where: \.isSilent)
      silentCount += silent
      return silent == all.count ? nil : (scenario, all)
    }
    self.silentCount = silentCount
    let rates = rows.flatMap { $0.lines.filter(\.isDrawn).flatMap { $0.rates.compactMap(\.self) } }
    axis = LogAxis(
      covering: rates.flatMap {
        [$0.rate.interval?.lowerBound ?? $0.rate.median, $0.rate.interval?.upperBound ?? 1, 1]
      },
      otherwise: -4...0)
  }

  private static func lines(_ subject: RowKey, _ reports: [PageReport]) -> [Line] {
    Set(reports.flatMap { $0.rows(of: subject).map(\.key.threads) }).sorted().map { threads in
      Line(
        name: subject.lineLabel, threads: threads,
        rates: reports.map { report in report.rows(of: subject).first { $0.key.threads == threads }.flatMap(rate) })
    }
  }

  private static func rate(_ row: PooledRow) -> Rate? {
    let (violating, trials) = (row.tally[.violatingTrials], row.tally[.trials])
    return MedianInterval(of: row.rows.compactMap { $0.measured?.tally.violationRate })
      .map { Rate(rate: $0, violating: violating, trials: trials) }
  }

  var markup: [Markup] {
    let silent = HumanFormat.counted(silentCount, "other row")
    let introduction =
      rows.isEmpty
      ? "No trial of any row violated."
      : "The share of trials that violated, on a logarithmic axis, the median over the replicates with its"
        + " 95% interval if there are six or more; a rate says how often it came on this machine, and is not judged."
        + " \(silent) had no violating trial, those that crash or hang among them."
        + (reports.count == 2 ? " The lower marks of a line are of the old report." : "")
    let legend =
      reports.count == 2 && !rows.isEmpty
      ? [ChartMark.legend([(.access, reports[1].name), (.oldAccess, reports[0].name)])] : []
    return [.element("p", text: introduction)] + legend + charts
  }

  /// The charts without an introduction.
  var charts: [Markup] { rows.enumerated().flatMap(section) }

  private func section(_ index: Int, _ group: (scenario: String, lines: [Line])) -> [Markup] {
    let lines = group.lines.filter(\.isDrawn)
    let chart = DotChart(
      id: "\(id)-\(index + 1)", title: "\(group.scenario): how often trials violate",
      description: lines.map { $0.label + ": " + $0.rates.map(Self.words).joined(separator: " against ") }
        .joined(separator: "; "),
      unit: .share, axis: axis, lines: lines.map(drawn))
    let always = always(group.lines)
    return [.element("h3", text: "\(group.scenario): trials that violate, on a logarithmic scale")]
      + (always.isEmpty ? [] : [.element("p", text: "Always, in every trial: \(always).")])
      + (lines.isEmpty ? [] : [chart.markup])
      + [table(group.scenario, group.lines.filter { !$0.isSilent }).folded(as: "The rates as a table")]
  }

  /// Returns the strategies all of whose trials violated, by the thread counts with which they did.
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

  private func drawn(_ line: Line) -> DotChart.Line {
    var drawn = DotChart.Line(label: line.label)
    for (report, rate) in line.rates.enumerated() {
      guard let rate else { continue }
      let isOld = reports.count == 2 && report == 0
      let mark: ChartMark = isOld ? .oldAccess : .access
      let shift = reports.count == 1 ? 0.0 : isOld ? 5 : -5
      if let interval = rate.rate.interval {
        drawn.spans.append(DotChart.Span(name: mark.name, range: interval, shift: shift))
      }
      drawn.points.append(DotChart.Point(mark: mark, value: rate.rate.median, shift: shift))
    }
    return drawn
  }

  private static func words(_ rate: Rate?) -> String {
    guard let rate else { return "no trial" }
    return
      "\(HumanFormat.grouped(rate.violating)) of \(HumanFormat.counted(rate.trials, "trial")), \(HumanFormat.rate(rate.rate))"
  }

  private func table(_ scenario: String, _ lines: [Line]) -> PageTable {
    PageTable(
      caption: "Violating trials, \(scenario)",
      titles: ["strategy and threads"] + reports.map { $0.name.isEmpty ? "rate" : $0.name }, firstFigure: 1,
      rows: lines.map { line in [line.label] + line.rates.map(Self.words) })
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
