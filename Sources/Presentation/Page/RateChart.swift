import Core
import Statistics
import TextFormats

/// The rates of violating trials, with intervals that hold the true rate in 95 of 100 cases: one chart for each
/// scenario.
struct RateChart {
  private let reports: [PageReport]
  private let axis: LogAxis
  private let rows: [(scenario: String, lines: [Line])]
  private let silentCount: Int

  private struct Line {
    let label: String
    let rates: [Rate?]
  }

  private struct Rate {
    let rate: RateInterval
    let violating: UInt64
    let trials: UInt64
  }

  init(_ reports: [PageReport]) {
    self.reports = reports
    let subjects = reports.subjects
    var silentCount = 0
    rows = subjects.map(\.scenario).inScenarioOrder.compactMap { scenario in
      let all = subjects.filter { $0.scenario == scenario }.flatMap { Self.lines($0, reports) }
      let eventful = all.filter { line in line.rates.contains { ($0?.violating ?? 0) > 0 } }
      silentCount += all.count - eventful.count
      return eventful.isEmpty ? nil : (scenario, eventful)
    }
    self.silentCount = silentCount
    let rates = rows.flatMap { $0.lines.flatMap { $0.rates.compactMap(\.self) } }
    axis = LogAxis(
      covering: rates.flatMap { [$0.violating > 0 ? $0.rate.interval.lowerBound : 0, $0.rate.interval.upperBound, 1] },
      otherwise: -4...0)
  }

  private static func lines(_ subject: RowKey, _ reports: [PageReport]) -> [Line] {
    Set(reports.flatMap { $0.rows(of: subject).map(\.key.threads) }).sorted().map { threads in
      Line(
        label: "\(subject.lineLabel), \(HumanFormat.counted(threads, "thread"))",
        rates: reports.map { report in report.rows(of: subject).first { $0.key.threads == threads }.flatMap(rate) })
    }
  }

  private static func rate(_ row: PooledRow) -> Rate? {
    let (violating, trials) = (row.tally[.violatingTrials], row.tally[.trials])
    return RateInterval(of: Int(clamping: min(violating, trials)), in: Int(clamping: trials))
      .map { Rate(rate: $0, violating: violating, trials: trials) }
  }

  var markup: [Markup] {
    let silent = HumanFormat.counted(silentCount, "other row")
    let introduction =
      rows.isEmpty
      ? "No trial of any row violated."
      : "The share of trials that violated, on a logarithmic axis, with its 95% interval (Clopper and Pearson); rates say"
        + " how often it came on this machine, and are not judged. \(silent) had no violating trial."
        + (reports.count == 2 ? " The lower marks of a line are of the old report." : "")
    let legend =
      reports.count == 2 && !rows.isEmpty
      ? [ChartMark.legend([(.access, reports[1].name), (.oldAccess, reports[0].name)])] : []
    return [.element("p", text: introduction)] + legend + rows.enumerated().flatMap(section)
  }

  private func section(_ index: Int, _ group: (scenario: String, lines: [Line])) -> [Markup] {
    let chart = DotChart(
      id: "rates-\(index + 1)", title: "\(group.scenario): how often trials violate",
      description: group.lines.map { $0.label + ": " + $0.rates.map(Self.words).joined(separator: " against ") }
        .joined(separator: "; "),
      unit: .share, axis: axis, lines: group.lines.map(drawn))
    return [
      .element("h3", text: group.scenario), chart.markup,
      table(group.scenario, group.lines).folded(as: "The rates as a table"),
    ]
  }

  private func drawn(_ line: Line) -> DotChart.Line {
    var drawn = DotChart.Line(label: line.label)
    for (report, rate) in line.rates.enumerated() {
      guard let rate else { continue }
      let isOld = reports.count == 2 && report == 0
      let mark: ChartMark = isOld ? .oldAccess : .access
      let shift = reports.count == 1 ? 0.0 : isOld ? 5 : -5
      drawn.spans.append(DotChart.Span(name: mark.name, range: rate.rate.interval, shift: shift))
      drawn.points.append(DotChart.Point(mark: mark, value: rate.rate.rate, shift: shift))
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
