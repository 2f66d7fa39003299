package import SingletonCore
import SingletonPlatform
import SingletonTextFormats

/// A file that receives one text at the end. It is checked beforehand, and then replaced as a whole or, if its role
/// says so, appended to.
package final class ResultFile {
  private let path: String
  private let role: OutputRole
  private let target: OutputTarget

  package var isStream: Bool { target.isStream }

  package init(path: String, _ role: OutputRole, force: Bool) throws(OutputError) {
    self.path = path
    self.role = role
    target = try role.target(path, force: force)
  }

  package func write(_ text: String) throws(OutputError) {
    do {
      try role.isAppended ? target.append(text) : target.write(text)
    } catch {
      throw .after(path, role, error, keptAt: nil)
    }
  }
}

/// The raw timing batches on disk, in the report's order. The file is written as a whole at the end of the run.
package final class SamplesFile {
  private let file: ResultFile
  private var rows: [(key: RowKey, lines: String)] = []

  package var isStream: Bool { file.isStream }

  package init(path: String, force: Bool) throws(OutputError) {
    file = try ResultFile(path: path, .samples, force: force)
  }

  package func append(_ row: StressRow, samples: [TimingSample]) {
    rows.append((row.key, SamplesCSV.lines(of: row, samples: samples)))
  }

  /// - Parameter order: The keys of the rows in the report's order.
  package func finish(order: [RowKey]) throws(OutputError) {
    let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    let lines = rows.sorted { places[$0.key, default: .max] < places[$1.key, default: .max] }.map(\.lines)
    try file.write(SamplesCSV.header + lines.joined())
  }
}

/// The raw timing batches in long form, one line per batch.
package enum SamplesCSV {
  package static let header = CSV.line(
    ["run_id", "strategy", "scenario", "threads", "replicate", "kind", "batch", "ops", "elapsed_ns"].map(
      FieldValue.text))

  /// Returns the lines of one row, with batches numbered from 1 for each kind.
  package static func lines(of row: StressRow, samples: [TimingSample]) -> String {
    var batches: [TimingSample.Kind: UInt64] = [:]
    return samples.map { sample in
      batches[sample.kind, default: 0] += 1
      return CSV.line(beginning(of: row) + cells(of: sample, batch: batches[sample.kind]!))
    }.joined()
  }

  private static func beginning(of row: StressRow) -> [FieldValue] {
    [
      .text(row.run.id), .text(row.key.strategy), .text(row.key.scenario),
      .integer(orEmpty: row.key.threads), .integer(orEmpty: row.key.replicate),
    ]
  }

  private static func cells(of sample: TimingSample, batch: UInt64) -> [FieldValue] {
    [
      .text(sample.kind.name), .integer(batch), .integer(UInt64(sample.operations)),
      .integer(sample.elapsedNanoseconds),
    ]
  }
}
