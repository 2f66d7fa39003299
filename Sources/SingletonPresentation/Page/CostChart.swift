import SingletonCore
import SingletonTextFormats

/// The cost of a later access by thread count: a panel for each strategy, all with the same logarithmic axes.
struct CostChart {
  private let reports: [PageReport]
  private let subjects: [RowKey]
  private let axis: LogAxis
  private let threads: [Int]

  private static let plot = (left: 46.0, right: 204.0, top: 8.0, bottom: 112.0)
  private static let size = (width: 214.0, height: 130.0)

  /// Creates the chart, or returns `nil` if fewer than two thread counts were timed.
  init?(_ reports: [PageReport]) {
    self.reports = reports
    subjects = reports.timedSubjects.filter { subject in
      reports.contains { $0.rows(of: subject).contains { $0.access != nil } }
    }
    let rows = subjects.flatMap { subject in reports.flatMap { $0.rows(of: subject) } }.filter { $0.access != nil }
    axis = LogAxis(covering: rows.flatMap { [$0.access?.median, $0.floor].compactMap(\.self) }, otherwise: -1...1)
    threads = Set(rows.map(\.key.threads)).sorted()
    if threads.count < 2 { return nil }
  }

  var markup: [Markup] {
    [
      .element(
        "p",
        text: "\(AccessTiming.meaning). In nanoseconds, against the number of threads; both axes are logarithmic, and"
          + " the same in every panel. The floor is the same loop without the strategy, and is not subtracted. Of replicates:"
          + " their median. \(cores)"),
      ChartMark.legend(
        (reports.count == 2 ? [(.access, "new"), (.oldAccess, "old")] : [(.access, "later access")])
          + [(.dash, "floor")]),
      .element("div", ["class": "panels"], subjects.enumerated().map(panel)), table.folded(as: "The costs as a table"),
    ]
  }

  /// The most threads that have a core each, or `nil` if all have, or if none of the thread counts does.
  private var lastCore: Int? {
    let cores = Set(reports.flatMap { $0.rows.map(\.host.cores) })
    return cores.count == 1 && (threads.first!..<threads.last!).contains(cores.first!) ? cores.first : nil
  }

  private var cores: String {
    lastCore.map { "The vertical line is at \(HumanFormat.counted($0, "core")): right of it, less is no lower cost." }
      ?? ""
  }

  private func panel(_ index: Int, _ subject: RowKey) -> Markup {
    .element(
      "figure", [:], .element("figcaption", text: subject.chartLabel),
      SVG.drawing(
        id: "cost-\(index + 1)", title: "\(subject.chartLabel): cost by number of threads", description: words(subject),
        class: "panel", size: Self.size, isScaled: true, frame + reports.indices.flatMap { curves(subject, report: $0) }
      ))
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
    let lines = axis.lines.map { SVG.line("grid", from: (Self.plot.left, y($0)), to: (Self.plot.right, y($0))) }
    let levels = axis.labeled.map { level in
      SVG.text(AxisUnit.nanoseconds.label(level), "tick end", x: Self.plot.left - 5, y: y(level) + 3.5)
    }
    let cores = lastCore.map { SVG.line("cores", from: (x($0), Self.plot.top), to: (x($0), Self.plot.bottom)) }
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
    let isOld = reports.count == 2 && report == 0
    let mark: ChartMark = isOld ? .oldAccess : .access
    let places = rows.compactMap { row in row.access.map { (x(row.key.threads), y($0.median)) } }
    let floors = rows.compactMap { row in row.floor.map { (x(row.key.threads), y($0)) } }
    return curve("floor dashed", floors) + (floors.count == 1 ? [dash(floors[0])] : [])
      + curve(mark.name, places) + places.map { mark.drawn(x: $0.0, y: $0.1) }
  }

  private func curve(_ name: String, _ places: [(x: Double, y: Double)]) -> [Markup] {
    guard places.count > 1 else { return [] }
    let points = places.map { "\(SVG.number($0.x)),\(SVG.number($0.y))" }.joined(separator: " ")
    return [.element("polyline", ["class": "curve \(name)", "points": points])]
  }

  private func dash(_ place: (x: Double, y: Double)) -> Markup {
    SVG.line("curve floor dashed", from: (Self.plot.left, place.y), to: (Self.plot.right, place.y))
  }

  // MARK: - In words

  private func words(_ subject: RowKey) -> String {
    reports.map { report in
      let costs = report.rows(of: subject).compactMap { row in
        row.access.map {
          "\(HumanFormat.counted(row.key.threads, "thread")) \(HumanFormat.short($0.median)) ns, floor \(HumanFormat.short(row.floor)) ns"
        }
      }
      return report.prefix + (costs.isEmpty ? "not timed" : costs.joined(separator: "; "))
    }.joined(separator: ". ")
  }

  private var table: PageTable {
    let named = reports.map { $0.name.isEmpty ? "" : $0.name + ", " }
    return PageTable(
      caption: "Nanoseconds of a later access",
      titles: ["strategy", "threads"] + named.flatMap { [$0 + "access", $0 + "95% of medians", $0 + "floor"] },
      firstFigure: 1,
      rows: subjects.flatMap { subject in
        threads.compactMap { count in
          let rows = reports.map { $0.rows(of: subject).first { $0.key.threads == count } }
          guard rows.contains(where: { $0 != nil }) else { return nil }
          return [subject.chartLabel, HumanFormat.grouped(count)]
            + rows.flatMap { row in
              [
                HumanFormat.short(row?.access?.median), HumanFormat.range(row?.access?.interval),
                HumanFormat.short(row?.floor),
              ]
            }
        }
      })
  }
}

extension PooledRow {
  /// The floor in nanoseconds: the median over the replicates.
  var floor: Double? { median { $0.access?.floor } }
}
