import Outcomes

/// What one later access costs as threads are added: a panel for each strategy, all with the same logarithmic axes.
struct CostChart {
  private let sides: [ReportSide]
  private let subjects: [Subject]
  private let axis: LogAxis
  private let threads: [Int]

  private static let plot = (left: 46.0, right: 204.0, top: 8.0, bottom: 112.0)
  private static let size = (width: 214.0, height: 130.0)

  init(_ sides: [ReportSide]) {
    self.sides = sides
    subjects = sides.timedSubjects.filter { subject in
      sides.contains { $0.rows(of: subject).contains { $0.access != nil } }
    }
    let rows = subjects.flatMap { subject in sides.flatMap { $0.rows(of: subject) } }.filter { $0.access != nil }
    axis = LogAxis(covering: rows.flatMap { [$0.access?.median, $0.floor].compactMap(\.self) }, otherwise: -1...1)
    threads = Set(rows.map(\.key.threads)).sorted()
  }

  var markup: [Markup] {
    guard !subjects.isEmpty else { return [.element("p", text: "No row has times of later accesses.")] }
    return [
      .element(
        "p",
        text: "Nanoseconds of one later access by one thread, all threads at once, against the number of threads; both"
          + " axes are logarithmic, and the same in every panel. The floor is the same loop without the strategy, and"
          + " is not subtracted. Of replicates: their median."),
      Mark.legend(
        (sides.count == 2 ? [(.access, "new"), (.oldAccess, "old")] : [(.access, "later access")])
          + [(.dash, "floor")]),
      .element("div", ["class": "panels"], subjects.enumerated().map(panel)), table.folded(as: "The costs as a table"),
    ]
  }

  private func panel(_ index: Int, _ subject: Subject) -> Markup {
    .element(
      "figure", [:], .element("figcaption", text: subject.label),
      SVG.drawing(
        id: "cost-\(index + 1)", title: "\(subject.label): cost by number of threads", description: words(subject),
        class: "panel", size: Self.size, isScaled: true, frame + sides.indices.flatMap { curves(subject, side: $0) }))
  }

  // MARK: - The frame

  private func x(_ threads: Int) -> Double {
    guard let least = self.threads.first, let most = self.threads.last, least < most else {
      return (Self.plot.left + Self.plot.right) / 2
    }
    let share = LogAxis.share(of: Double(max(1, threads)), from: Double(max(1, least)), to: Double(most))
    return Self.plot.left + 8 + share * (Self.plot.right - Self.plot.left - 16)
  }

  private func y(_ nanoseconds: Double) -> Double {
    Self.plot.bottom - axis.position(nanoseconds) * (Self.plot.bottom - Self.plot.top)
  }

  private var frame: [Markup] {
    let lines = axis.lines.map { SVG.line("grid", from: (Self.plot.left, y($0)), to: (Self.plot.right, y($0))) }
    let levels = axis.labelled.map { level in
      SVG.text(AxisUnit.nanoseconds.label(level), "tick end", x: Self.plot.left - 5, y: y(level) + 3.5)
    }
    return lines + levels
      + labelledThreads.map { SVG.text(String($0), "tick middle", x: x($0), y: Self.plot.bottom + 14) }
  }

  /// Those that leave each other room, from the right.
  private var labelledThreads: [Int] {
    threads.reversed().reduce(into: []) { labelled, count in
      if let last = labelled.last, x(last) - x(count) < 22 { return }
      labelled.append(count)
    }
  }

  // MARK: - The curves

  private func curves(_ subject: Subject, side: Int) -> [Markup] {
    let rows = sides[side].rows(of: subject)
    let isOld = sides.count == 2 && side == 0
    let mark: Mark = isOld ? .oldAccess : .access
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

  private func words(_ subject: Subject) -> String {
    sides.map { side in
      let costs = side.rows(of: subject).compactMap { row in
        row.access.map {
          "\(Figure.counted(row.key.threads, "thread")) \(Figure.short($0.median)) ns, floor \(Figure.short(row.floor)) ns"
        }
      }
      return side.prefix + (costs.isEmpty ? "not timed" : costs.joined(separator: "; "))
    }.joined(separator: ". ")
  }

  private var table: PageTable {
    let named = sides.map { $0.name.isEmpty ? "" : $0.name + ", " }
    return PageTable(
      caption: "Nanoseconds of a later access",
      titles: ["strategy", "threads"] + named.flatMap { [$0 + "access", $0 + "95% of medians", $0 + "floor"] },
      firstFigure: 1,
      rows: subjects.flatMap { subject in
        threads.compactMap { count in
          let rows = sides.map { $0.rows(of: subject).first { $0.key.threads == count } }
          guard rows.contains(where: { $0 != nil }) else { return nil }
          return [subject.label, Figure.grouped(count)]
            + rows.flatMap { row in
              [Figure.short(row?.access?.median), Figure.range(row?.access?.interval), Figure.short(row?.floor)]
            }
        }
      })
  }
}

extension PooledRow {
  /// Nanoseconds: the median over the replicates.
  var floor: Double? { median { $0.access?.floor } }
}
