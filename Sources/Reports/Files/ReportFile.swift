package import Outcomes

/// The report on disk: checked before the run, safe while it lasts, replaced whole at its end.
package final class ReportFile {
  /// What the user should be told before the run; nil where there is nothing.
  package let note: String?
  private let path: String
  private let target: OutputTarget
  /// Only a regular file has one.
  private var partial: PartialReport?

  package init(path: String) throws(OutputError) {
    self.path = path
    do {
      target = try OutputTarget(path)
      // Beside the path as the user named it, also where that is a link.
      if case .file = target { partial = try PartialReport(beside: path) }
    } catch {
      throw .before(path, .report, error)
    }
    note = partial?.leftover.map { "an earlier run was stopped before its end; its finished rows are now in \($0)" }
  }

  /// A finished row, kept at once.
  package func append(_ row: StressRow) throws(OutputError) {
    do {
      try partial?.append(CSV.line(of: row))
    } catch {
      throw .after(path, .report, error, keptAt: keptAt)
    }
  }

  /// The whole report, in its order. The rows that were appended are among these.
  package func finish(_ rows: [StressRow]) throws(OutputError) {
    do {
      try target.write(CSV.text(of: rows))
    } catch {
      throw .after(path, .report, error, keptAt: keptAt)
    }
    partial?.remove()
    partial = nil
  }

  private var keptAt: String? { partial.flatMap { $0.hasRows ? $0.path : nil } }
}

/// The raw timing batches on disk, in the report's order; written whole at the end of the run.
package final class SamplesFile {
  private let path: String
  private let target: OutputTarget
  private var rows: [(key: RowKey, lines: String)] = []

  package init(path: String) throws(OutputError) {
    self.path = path
    do {
      target = try OutputTarget(path)
    } catch {
      throw .before(path, .samples, error)
    }
  }

  package func append(_ row: StressRow, samples: [TimingSample]) {
    rows.append((row.key, SamplesCSV.lines(of: row, samples: samples)))
  }

  package func finish() throws(OutputError) {
    let lines = rows.sorted { RowKey.inReportOrder($0.key, $1.key) }.map(\.lines)
    do {
      try target.write(SamplesCSV.header + lines.joined())
    } catch {
      throw .after(path, .samples, error, keptAt: nil)
    }
  }
}
