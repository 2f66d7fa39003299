import SingletonCore
import SingletonStatistics
import SingletonTextFormats

/// The strategies by the cost of a later access, the cheapest first; the marks say whether they are safe.
struct CostOrder {
  private let reports: [PageReport]
  private let id: String
  private let costs: [(strategy: StrategySummary, cost: AccessCost)]

  /// - Parameter id: The drawing's id, which is unique in a page.
  init(_ reports: [PageReport], id: String = "costs-drawing") {
    self.reports = reports
    self.id = id
    costs = reports.last!.strategies.compactMap { strategy in strategy.cost.map { (strategy, $0) } }
      .sorted { ($0.cost.nanoseconds, $0.strategy.id) < ($1.cost.nanoseconds, $1.strategy.id) }
  }

  var markup: [Markup] {
    guard !costs.isEmpty else { return [.paragraph("No row has times of later accesses.")] }
    let kinds = Dictionary(grouping: Set(costs.map(\.strategy.main.verdict.kind)), by: \.tone)
    let marks = [StyledText.Tone.good, .weak, .bad, .neutral].compactMap { tone in
      kinds[tone].map { (ChartMark(tone), $0.map(\.label).sorted().joined(separator: " or ")) }
    }
    let introduction =
      "\(AccessTiming.meaning). In nanoseconds, as the median over the rows in which each caller asks once, or else those"
      + " of the first use that was tried, on a logarithmic axis; signs and colors say whether the strategy is safe if each"
      + " caller asks once. \(floor)" + (AccessCost.note(costs.map(\.cost)).map { " \($0)." } ?? "")
    return [
      .paragraph(introduction), ChartMark.legend(marks + (reports.count == 2 ? [(.oldAccess, "the old report")] : [])),
      chart.markup,
    ]
  }

  private var floor: String {
    let floors = reports.last!.rows.compactMap { $0.measured?.access?.floor }
    guard let floor = MedianInterval(of: floors) else { return "" }
    return "The same loop without a strategy takes \(HumanFormat.short(floor.median)) ns, which is not subtracted."
  }

  private var chart: DotChart {
    let old = Dictionary(uniqueKeysWithValues: reports.dropLast().flatMap(\.strategies).map { ($0.id, $0.cost) })
    let lines = costs.map { strategy, cost in
      let tone = strategy.main.verdict.kind.tone
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
      axis: LogAxis(covering: lines.flatMap { $0.points.map(\.value) }, otherwise: -1...1), lines: lines)
  }
}

/// The cost of a later access by thread count: a line for each strategy and thread count, all on one axis.
struct CostChart {
  private let reports: [PageReport]
  private let lines: [DotChart.Line]

  /// Creates the chart, or returns `nil` if fewer than two thread counts were timed.
  init?(_ reports: [PageReport]) {
    self.reports = reports
    // Later accesses cost the same in all scenarios, so the first that was timed represents the rest.
    let subjects = reports.subjects.filter { subject in
      reports.contains { $0.rows(of: subject).contains { $0.access != nil } }
    }.distinct { [$0.strategy] + $0.special }
    let timed = subjects.flatMap { subject in reports.rows(of: subject).map { (subject, $0.threads, $0.rows) } }
      .filter { $0.2.contains { $0?.access != nil } }
    if Set(timed.map(\.1)).count < 2 { return nil }
    lines = timed.map { subject, threads, rows in
      var line = reports.line("\(subject.chartLabel), \(HumanFormat.counted(threads, "thread"))", rows, \.access)
      line.points += rows.compactMap { $0?.floor }.suffix(1).map { DotChart.Point(mark: .floor, value: $0) }
      return line
    }
  }

  var markup: [Markup] {
    let introduction =
      "\(AccessTiming.meaning). In nanoseconds, on a logarithmic axis, with the 95% interval of the median over replicates"
      + " if there are six or more. The floor is the same loop without the strategy, and is not subtracted."
    let marks: [(ChartMark, String)] =
      reports.count == 2 ? [(.access, "new"), (.oldAccess, "old")] : [(.access, "later access")]
    let chart = DotChart(
      id: "cost-drawing", title: "Cost of an access by number of threads", unit: .nanoseconds,
      axis: LogAxis(covering: lines.flatMap { $0.points.map(\.value) }, otherwise: -1...1), lines: lines)
    return [.paragraph(introduction), ChartMark.legend(marks + [(.floor, "floor")]), chart.markup]
  }
}
