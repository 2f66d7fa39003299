import SingletonCore
import SingletonTextFormats

/// The cost of the first access to a fresh cell compared with that of later accesses.
struct FirstAccessChart {
  private let reports: [PageReport]
  /// The subjects, each with the largest number of threads timed in every report, or in any if they have none in
  /// common.
  private let lines: [(subject: RowKey, threads: Int)]

  init(_ reports: [PageReport]) {
    self.reports = reports
    lines = reports.timedSubjects.compactMap { subject in
      let counts = reports.map { report in
        Set(report.rows(of: subject).filter { $0.firstAccess != nil || $0.access != nil }.map(\.key.threads))
      }
      let common = counts.dropFirst().reduce(counts[0]) { $0.intersection($1) }
      return (common.max() ?? counts.compactMap { $0.max() }.max()).map { (subject, $0) }
    }
  }

  var markup: [Markup] {
    guard !lines.isEmpty else { return [.element("p", text: "No row has times of first accesses.")] }
    return [
      .element(
        "p",
        text: "Medians, in nanoseconds, with the most threads of each strategy. A first access is timed by itself, from"
          + " the call to the return, and holds the clock's own reading; later ones are timed in batches. A strategy"
          + " that exists once per process starts once in each, so its line says in how few starts it was timed."
          + (reports.count == 2 ? " The lower marks of a line are of the old report." : "")),
      ChartMark.legend(
        [
          (.access, "later access"), (.floor, "floor"), (.winner, "first access, who built"),
          (.loser, "first access, who waited or found it"),
        ] + (reports.count == 2 ? [(.oldAccess, "later access, old")] : [])),
      chart.markup, table.folded(as: "The times as a table"),
    ]
  }

  private var chart: DotChart {
    let drawn = lines.map { line in
      DotChart.Line(
        // A long label is cut at its end, which may cost it the threads.
        label: ([line.subject.chartLabel] + few(line) + [HumanFormat.counted(line.threads, "thread")])
          .joined(separator: ", "),
        points: reports.indices.flatMap { points(row(line, reports[$0]), isOld: reports.count == 2 && $0 == 0) })
    }
    return DotChart(
      id: "first-access", title: "First access against later accesses",
      description:
        "\(HumanFormat.counted(lines.count, "line")), one for each strategy; the table below has the figures.",
      unit: .nanoseconds, axis: LogAxis(covering: drawn.flatMap { $0.points.map(\.value) }, otherwise: 0...3),
      lines: drawn)
  }

  private func row(_ line: (subject: RowKey, threads: Int), _ report: PageReport) -> PooledRow? {
    report.rows(of: line.subject).first { $0.key.threads == line.threads }
  }

  /// In how few starts first accesses were timed, in any report.
  private func few(_ line: (subject: RowKey, threads: Int)) -> [String] {
    reports.compactMap { row(line, $0)?.fewStarts }.distinct
  }

  private func points(_ row: PooledRow?, isOld: Bool) -> [DotChart.Point] {
    guard let row else { return [] }
    let marks: [(ChartMark, Double?)] = [
      (.floor, row.floor), (.loser, row.loser), (.winner, row.winner),
      (isOld ? .oldAccess : .access, row.access?.median),
    ]
    return marks.compactMap { mark, value in
      value.map { DotChart.Point(mark: mark, value: $0, shift: reports.count == 1 ? 0 : isOld ? 5 : -5) }
    }
  }

  private var table: PageTable {
    let figures: [(title: String, text: (PooledRow) -> String)] = [
      ("first, built", { $0.firstAccessText($0.winner) }), ("first, found", { $0.firstAccessText($0.loser) }),
      ("first, p99", { row in row.firstAccessText(row.median { $0.firstAccess?.p99 }) }),
      ("later", { HumanFormat.short($0.access?.median) }), ("floor", { HumanFormat.short($0.floor) }),
    ]
    return PageTable(
      caption: "Nanoseconds of first and later accesses; \(FewStarts.mark): timed in few starts",
      titles: ["strategy", "threads"]
        + reports.flatMap { report in figures.map { report.name.isEmpty ? $0.title : "\(report.name), \($0.title)" } },
      firstFigure: 1,
      rows: reports.timedSubjects.flatMap { subject in
        Set(reports.flatMap { $0.rows(of: subject).map(\.key.threads) }).sorted().map { threads in
          [subject.chartLabel, HumanFormat.grouped(threads)]
            + reports.flatMap { report in
              let row = row((subject, threads), report)
              return figures.map { figure in row.map(figure.text) ?? HumanFormat.unknown }
            }
        }
      })
  }
}

extension PooledRow {
  /// The time of a first access in nanoseconds: the median over the replicates.
  fileprivate var firstAccess: Double? { median { $0.firstAccess?.p50 } }
  fileprivate var winner: Double? { median { $0.firstAccess?.winnerP50 } }
  fileprivate var loser: Double? { median { $0.firstAccess?.loserP50 } }
}
