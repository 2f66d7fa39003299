package import SingletonCore
import SingletonPlatform
import SingletonTextFormats

/// A file that receives one text at the end of a run. It is checked before the run. At the end it is replaced as a
/// whole or, if its role says so, appended to.
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

/// The file of raw timing batches, in the report's order. It is written as a whole at the end of the run.
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

/// The raw timing batches as CSV, with one line per batch.
package enum SamplesCSV {
  /// A batch, with its row and its number among the row's batches of the same kind, from 1.
  private typealias Batch = (row: StressRow, sample: TimingSample, number: UInt64)

  private static let columns: [Column<Batch>] = [
    Column("run_id", "", .text) { $0.row.run.id },
    Column("strategy", "", .text) { $0.row.key.strategy },
    Column("scenario", "", .text) { $0.row.key.scenario },
    Column("threads", "", .integer) { $0.row.key.threads },
    Column("replicate", "", .integer) { $0.row.key.replicate },
    Column("form", "", .text) { $0.row.key.form },
    Column("kind", "", .text) { $0.sample.kind.name },
    Column("batch", "", .integer) { $0.number },
    Column("ops", "", .integer) { $0.sample.operations },
    Column("elapsed_ns", "", .integer) { $0.sample.elapsedNanoseconds },
  ]

  package static let header = CSV.header(of: columns)

  package static func lines(of row: StressRow, samples: [TimingSample]) -> String {
    var batches: [TimingSample.Kind: UInt64] = [:]
    return samples.map { sample in
      batches[sample.kind, default: 0] += 1
      return CSV.line(of: (row, sample, batches[sample.kind]!), columns)
    }.joined()
  }
}
