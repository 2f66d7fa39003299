import SingletonCore
import SingletonStatistics
import SingletonTextFormats

/// A chart of the strategies by the cost of a later access, the cheapest first. The marks show whether a strategy is
/// safe.
struct CostOrder {
  private let reports: [PageReport]
  private let id: String
  /// The form that is timed: the listing if one ran, because its times are those that an application sees.
  private let form: String?
  private let costs: [(strategy: StrategySummary, cost: AccessCost)]

  /// - Parameter id: The drawing's id, which must be unique on the page.
  init(_ reports: [PageReport], id: String = "costs-drawing") {
    self.reports = reports
    self.id = id
    let form = reports.last!.strategies.first?.form
    self.form = form
    costs = reports.last!.strategies.filter { $0.form == form }
      .compactMap { strategy in strategy.cost.map { (strategy, $0) } }
      .sorted { ($0.cost.nanoseconds, $0.strategy.id) < ($1.cost.nanoseconds, $1.strategy.id) }
  }

  var markup: [Markup] {
    guard !costs.isEmpty else { return [.paragraph("No row has times of later accesses.")] }
    let kinds = Dictionary(grouping: Set(costs.map(\.strategy.accessor?.kind)), by: Self.tone)
    let marks = [StyledText.Tone.good, .unproved, .weak, .bad, .neutral].compactMap { tone in
      kinds[tone].map { (ChartMark(tone), $0.map { $0?.label ?? "not tried so" }.sorted().joined(separator: " or ")) }
    }
    let introduction =
      "\(AccessTiming.meaning): \(AccessTiming.content(of: form ?? "")). In nanoseconds, on a logarithmic axis; signs and colors say what trials of this form of the"
      + " strategy, and the checker, have shown. \(floor)"
      + AccessCost.notes(costs.map(\.cost)).map { " \($0)." }.joined()
    return [
      .paragraph(introduction), ChartMark.legend(marks + (reports.count == 2 ? [(.oldAccess, "the old report")] : [])),
      chart.markup,
    ]
  }

  /// Returns the tone of a verdict on callers that ask once, or of none.
  private static func tone(_ kind: Verdict.Kind?) -> StyledText.Tone { kind?.tone ?? .neutral }

  private var floor: String {
    let floors = reports.last!.rows.filter { $0.key.form == form }.compactMap { $0.measured?.access?.floor }
    guard let floor = MedianInterval(of: floors) else { return "" }
    return "The same loop without a strategy takes \(HumanFormat.short(floor.median)) ns, which is not subtracted."
  }

  private var chart: DotChart {
    let old = Dictionary(
      uniqueKeysWithValues: reports.dropLast().flatMap(\.strategies).filter { $0.form == form }
        .map { ($0.id, $0.cost) })
    let lines = costs.map { strategy, cost in
      let tone = Self.tone(strategy.accessor?.kind)
      let before = old[strategy.id]??.nanoseconds
      let points =
        [(ChartMark(tone), cost.nanoseconds, reports.shift(of: 1))]
        + (before.map { [(.oldAccess, $0, reports.shift(of: 0))] } ?? [])
      return DotChart.Line(
        label: "\(tone.sign) \(strategy.id), \(cost.text) ns",
        points: points.map { DotChart.Point(mark: $0, value: $1, shift: $2) })
    }
    return DotChart(
      id: id, title: "Strategies by cost of an access", unit: .nanoseconds,
      axis: LogAxis(covering: lines.flatMap { $0.points.map(\.value) }), lines: lines)
  }
}

/// A chart of the cost of a later access, by one thread alone and by all cores at once.
struct CostChart {
  private let lines: [DotChart.Line]

  /// Creates the chart, or returns `nil` if no row has times of all cores at once.
  init?(_ report: PageReport) {
    let rows = RowGroup.begun(report.rows).filter { $0.key.form == report.strategies.first?.form }
    lines = rows.compactMap { row in
      guard let alone = row.access?.median, let together = row.median({ $0.allCoresAccess?.p50 }) else { return nil }
      return DotChart.Line(
        label: ([row.key.strategy] + (row.key.threads == rows[0].key.threads ? [] : ["\(row.key.threads) threads"]))
          .joined(separator: ", "),
        points: [DotChart.Point(mark: .access, value: alone), DotChart.Point(mark: .allCores, value: together)])
    }
    if lines.isEmpty { return nil }
  }

  var markup: [Markup] {
    let introduction =
      "A later access by one thread alone, and the same while all cores access, each with one thread. In nanoseconds, on a"
      + " logarithmic axis. Rows with fewer threads than cores have no second mark; more threads than cores would only take"
      + " turns, so they are not timed."
    let chart = DotChart(
      id: "cost-drawing", title: "Cost of an access, alone and on all cores", unit: .nanoseconds,
      axis: LogAxis(covering: lines.flatMap { $0.points.map(\.value) }), lines: lines)
    return [
      .paragraph(introduction), ChartMark.legend([(.access, "one thread alone"), (.allCores, "all cores at once")]),
      chart.markup,
    ]
  }
}

/// Charts of the rates of violating trials, with 95% intervals, one chart for each scenario.
struct RateChart {
  private let reports: [PageReport]
  private let id: String
  private let scenarios: [(name: String, subjects: [Subject])]
  private let silentCount: Int
  private let costs: [String]

  /// A strategy with one thread count. The chart has a line for each initializer cost.
  private struct Subject {
    let name: String
    let threads: Int
    /// For each cost, the rows with this cost, one per report.
    let lines: [(cost: String, rows: [RowGroup?])]

    var rows: [RowGroup] { lines.flatMap(\.rows).compactMap(\.self) }
    var isSilent: Bool { rows.allSatisfy { $0.tally[.violatingTrials] == 0 } }
    /// Whether every trial violated the promise, with every cost and in every report.
    var isAlways: Bool { !isSilent && rows.allSatisfy { $0.tally[.violatingTrials] >= $0.tally[.trials] } }
    var isDrawn: Bool { !isSilent && !isAlways }
  }

  /// - Parameter id: The beginning of the drawings' ids, which must be unique on the page.
  init(_ reports: [PageReport], id: String = "rates") {
    self.reports = reports
    self.id = id
    costs = reports.flatMap { $0.rows.map(\.key) }.initializerCosts
    let subjects = Dictionary(grouping: reports.series, by: \.scenario).mapValues { series in
      series.flatMap { series in
        Set(reports.flatMap { $0.rows(of: series).map(\.key.threads) }).sorted().map { threads in
          Subject(
            name: series.chartLabel, threads: threads,
            lines: reports.rows(of: series, threads: threads))
        }
      }
    }
    silentCount = subjects.values.joined().filter(\.isSilent).map(\.lines.count).reduce(0, +)
    scenarios = subjects.keys.map(\.self).inScenarioOrder.map { ($0, subjects[$0]!) }
      .filter { !$0.1.allSatisfy(\.isSilent) }
  }

  var markup: [Markup] {
    if scenarios.isEmpty { return [.paragraph("No trial of any row violated.")] }
    let introduction =
      "The share of trials that violated, on a logarithmic axis: the median over the replicates, with its 95% interval"
      + " if there are six or more; a rate says how often violations occurred on this machine, and is not judged."
      + " \(HumanFormat.counted(silentCount, "other row")) had no violating trial, including rows that crash or hang."
      + (costs.count > 1 ? " On a line without a mark, no trial violated." : "")
      + (reports.count == 2 ? " The lower marks of a line belong to the old report." : "")
    let legend =
      reports.count == 2
      ? [ChartMark.legend(reports.indices.reversed().map { (reports.mark(of: $0), reports[$0].name) })] : []
    return [.paragraph(introduction)] + legend + charts
  }

  var charts: [Markup] { scenarios.enumerated().flatMap { section($0.offset, $0.element.name, $0.element.subjects) } }

  private func section(_ index: Int, _ scenario: String, _ all: [Subject]) -> [Markup] {
    let lines = all.filter(\.isDrawn).flatMap(lines(of:))
    let chart = DotChart(
      id: "\(id)-\(index + 1)", title: "\(scenario): how often trials violate", unit: .share, axis: axis, lines: lines)
    let always = always(all)
    let runs = reports.count == 2 ? "these runs" : "this run"
    let least = HumanFormat.grouped(all.filter(\.isAlways).flatMap { $0.rows.map { $0.tally[.trials] } }.min() ?? 0)
    return [.element("h3", text: "\(scenario): trials that violate, on a logarithmic scale")]
      + (always.isEmpty ? [] : [.paragraph("In every trial of \(runs), of at least \(least) each: \(always).")])
      + (lines.isEmpty ? [] : [chart.markup])
  }

  private func lines(of subject: Subject) -> [DotChart.Line] {
    subject.lines.map { cost, rows in
      let label =
        [subject.name] + (costs == [RowKey().initializerCost] ? [] : ["cost \(cost)"])
        + [HumanFormat.counted(subject.threads, "thread")]
      return reports.line(label.joined(separator: ", "), rows, \.violatingRate)
    }
  }

  private var axis: LogAxis {
    let rates = scenarios.flatMap(\.subjects).filter(\.isDrawn).flatMap { $0.rows.compactMap(\.violatingRate) }
    return LogAxis(
      covering: rates.flatMap { [$0.interval?.lowerBound ?? $0.median, $0.interval?.upperBound ?? 1, 1] })
  }

  /// Returns the strategies whose trials all violated the promise, grouped by the thread counts for which that is so.
  private func always(_ subjects: [Subject]) -> String {
    let groups = Dictionary(grouping: subjects, by: \.name).compactMapValues { own -> String? in
      let always = own.filter(\.isAlways)
      if always.isEmpty { return nil }
      let threads = always.map { HumanFormat.grouped($0.threads) }.joined(separator: " and ")
      return always.count == own.count ? "" : "with \(threads) \(threads == "1" ? "thread" : "threads"): "
    }
    return groups.values.map(\.self).distinct.sorted().map { condition in
      condition + subjects.map(\.name).distinct.filter { groups[$0] == condition }.joined(separator: ", ")
    }.joined(separator: "; ")
  }
}

extension RowGroup {
  /// The share of violating trials, as the median over the replicates.
  fileprivate var violatingRate: MedianInterval? {
    MedianInterval(of: rows.compactMap { $0.measured?.tally.violationRate })
  }
}
