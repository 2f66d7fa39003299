package import SingletonCore
import SingletonPlatform
import SingletonTextFormats

/// The raw timing batches on disk, in the report's order. The file is written as a whole at the end of the run.
package final class SamplesFile {
  private let path: String
  private let target: OutputTarget
  private var rows: [(key: RowKey, lines: String)] = []

  package var isStream: Bool { target.isStream }

  /// - Parameter force: Whether it may replace a file of another kind.
  package init(path: String, force: Bool) throws(OutputError) {
    self.path = path
    target = try OutputRole.samples.target(path, force: force)
  }

  package func append(_ row: StressRow, samples: [TimingSample]) {
    rows.append((row.key, SamplesCSV.lines(of: row, samples: samples)))
  }

  /// - Parameter order: The keys of the rows in the report's order.
  package func finish(order: [RowKey]) throws(OutputError) {
    let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    let lines = rows.sorted { places[$0.key, default: .max] < places[$1.key, default: .max] }.map(\.lines)
    do {
      try target.write(SamplesCSV.header + lines.joined())
    } catch {
      throw .after(path, .samples, error, keptAt: nil)
    }
  }
}
