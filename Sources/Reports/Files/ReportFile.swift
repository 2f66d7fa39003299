package import Core
import Platform
import TextFormats

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
      try partial?.append(CSV.line(of: row, StressColumns.all))
    } catch {
      throw .after(path, .report, error, keptAt: keptAt)
    }
  }

  /// The whole report, in its order. The rows that were appended are among these.
  package func finish(_ rows: [StressRow]) throws(OutputError) {
    do {
      try target.write(CSV.report(of: rows))
    } catch {
      throw .after(path, .report, error, keptAt: keptAt)
    }
    partial?.remove()
    partial = nil
  }

  private var keptAt: String? { partial.flatMap { $0.hasRows ? $0.path : nil } }
}
