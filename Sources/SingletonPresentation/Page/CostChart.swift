import SingletonCore
import SingletonTextFormats

/// The cost of a later access by thread count: a panel for each strategy, all with the same logarithmic axes.
struct CostChart {
  private let reports: [PageReport]
  private let subjects: [RowKey]
  private let axis: LogAxis
  private let threads: [Int]

  private static let plot = (left: 46.0, right: 204.0, top: 8.0, bottom: 112.0)

  /// Creates the chart, or returns `nil` if fewer than two thread counts were timed.
  init?(_ reports: [PageReport]) {
    self.reports = reports
    // Later accesses cost the same in all scenarios, so the first that was timed represents the others.
    subjects = reports.subjects.filter { subject in
      reports.contains { $0.rows(of: subject).contains { $0.access != nil } }
    }.distinct { [$0.strategy] + $0.special }
    let rows = subjects.flatMap { subject in reports.flatMap { $0.rows(of: subject) } }.filter { $0.access != nil }
    axis = LogAxis(covering: rows.flatMap { [$0.access?.median, $0.floor].compactMap(\.self) }, otherwise: -1...1)
    threads = Set(rows.map(\.key.threads)).sorted()
    if threads.count < 2 { return nil }
  }

  var markup: [Markup] {
    let introduction =
      "\(AccessTiming.meaning). In nanoseconds, against the number of threads; both axes are logarithmic, and the same in"
      + " every panel. The floor is the same loop without the strategy, and is not subtracted. Of replicates: their median."
      + " \(cores)"
    let marks: [(ChartMark, String)] =
      reports.count == 2 ? [(.access, "new"), (.oldAccess, "old")] : [(.access, "later access")]
    return [
      .paragraph(introduction), ChartMark.legend(marks + [(.floor, "floor")]),
      .element("div", ["class": "panels"], subjects.enumerated().map(panel)),
    ]
  }

  private func panel(_ index: Int, _ subject: RowKey) -> Markup {
    .element(
      "figure", [:], .element("figcaption", text: subject.chartLabel),
      SVG.drawing(
        id: "cost-\(index + 1)", title: "\(subject.chartLabel): cost by number of threads",
        description: description(subject), class: "panel", size: (214, 130), isScaled: true,
        frame + reports.indices.flatMap { curves(subject, report: $0) }))
  }

  /// The number of cores, or `nil` if no thread count or every thread count exceeds it.
  private var lastCore: Int? {
    let cores = Set(reports.flatMap { $0.rows.map(\.host.cores) })
    return cores.count == 1 && (threads.first!..<threads.last!).contains(cores.first!) ? cores.first : nil
  }

  private var cores: String {
    lastCore.map { "The vertical line is at \(HumanFormat.counted($0, "core")): right of it, less is no lower cost." }
      ?? ""
  }

  private func description(_ subject: RowKey) -> String {
    reports.map { report in
      let costs = report.rows(of: subject).compactMap { row in
        row.access.map { "\(HumanFormat.counted(row.key.threads, "thread")) \(HumanFormat.short($0.median)) ns" }
      }
      return report.prefix + (costs.isEmpty ? "not timed" : costs.joined(separator: "; "))
    }.joined(separator: ". ")
  }

  // MARK: - The frame

  private func x(_ threads: Int) -> Double {
    let share = LogAxis.share(
      of: Double(max(1, threads)), from: Double(max(1, self.threads.first!)), to: Double(self.threads.last!))
    return Self.plot.left + 8 + share * (Self.plot.right - Self.plot.left - 16)
  }

  private func y(_ nanoseconds: Double) -> Double {
    Self.plot.bottom - axis.position(nanoseconds) * (Self.plot.bottom - Self.plot.top)
  }

  private var frame: [Markup] {
    let lines = axis.lines.map { SVG.line("grid", x: (Self.plot.left, Self.plot.right), y: (y($0), y($0))) }
    let levels = axis.labeled.map { level in
      SVG.text(AxisUnit.nanoseconds.label(level), "tick end", x: Self.plot.left - 5, y: y(level) + 3.5)
    }
    let cores = lastCore.map { SVG.line("cores", x: (x($0), x($0)), y: (Self.plot.top, Self.plot.bottom)) }
    return lines + [cores].compactMap(\.self) + levels
      + labeledThreads.map { SVG.text(String($0), "tick middle", x: x($0), y: Self.plot.bottom + 14) }
  }

  /// The thread counts, from the largest, whose labels do not overlap.
  private var labeledThreads: [Int] {
    threads.reversed().reduce(into: []) { labeled, count in
      if let last = labeled.last, x(last) - x(count) < 22 { return }
      labeled.append(count)
    }
  }

  // MARK: - The curves

  private func curves(_ subject: RowKey, report: Int) -> [Markup] {
    let rows = reports[report].rows(of: subject)
    let mark = reports.mark(of: report)
    let places = rows.compactMap { row in row.access.map { (x(row.key.threads), y($0.median)) } }
    let floors = rows.compactMap { row in row.floor.map { (x(row.key.threads), y($0)) } }
    return curve("floor dashed", floors) + (floors.count == 1 ? [dash(floors[0].1)] : [])
      + curve(mark.name, places) + places.map { mark.drawn(x: SVG.number($0.0), y: $0.1) }
  }

  private func curve(_ name: String, _ places: [(x: Double, y: Double)]) -> [Markup] {
    guard places.count > 1 else { return [] }
    let points = places.map { "\(SVG.number($0.x)),\(SVG.number($0.y))" }.joined(separator: " ")
    return [.element("polyline", ["class": "curve \(name)", "points": points])]
  }

  private func dash(_ y: Double) -> Markup {
    SVG.line("curve floor dashed", x: (Self.plot.left, Self.plot.right), y: (y, y))
  }
}
