package import SingletonCore
import SingletonPlatform
import SingletonTextFormats

/// The report on disk, which is checked before the run, kept safe during it, and replaced as a whole at its end.
package final class ReportFile {
  /// Messages for the user before the run.
  package let notes: [String]
  private let path: String
  private let target: OutputTarget
  /// The rows finished so far, if the report is a regular file.
  private var partial: PartialReport?

  package var isStream: Bool { target.isStream }

  /// - Parameter force: Whether it may replace a file that is not a report.
  package init(path: String, force: Bool) throws(OutputError) {
    self.path = path
    target = try OutputRole.report.target(path, force: force)
    guard case .file(let file) = target else {
      notes = []
      return
    }
    do {
      // The partial report is beside the path that the user named, even if that is a link.
      partial = try PartialReport(beside: path)
    } catch {
      throw .partial(of: path, error)
    }
    let rival =
      partial!.hasRival
      ? ["another run is writing \(path.harmless), too, and the one that ends last replaces the report of the other"]
      : []
    let removed = AtomicReplacement.removeLeftovers(beside: file)
    notes =
      partial!.leftovers.map {
        "an earlier run was stopped before its end; its finished rows are now in \($0.harmless)"
      } + rival
      + removed.map { "removed \($0.harmless), which an earlier run left when it was killed" }
  }

  /// Returns where the finished rows of a run are until it ends.
  package static func pathOfFinishedRows(beside report: String) -> String { PartialReport.path(beside: report) }

  /// Saves a finished row immediately.
  package func append(_ row: StressRow) throws(OutputError) {
    do {
      try partial?.append(CSV.line(of: row, StressColumns.all))
    } catch {
      throw .after(path, .report, error, keptAt: keptAt)
    }
  }

  /// Writes the whole report in its order.
  ///
  /// - Parameter rows: All rows, including those that were appended.
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
