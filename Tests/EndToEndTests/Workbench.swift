import Foundation
import Reports
import TestSupport
import Testing

/// A folder of the test's own, in which programs are run.
struct Workbench {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func start(
    _ program: Program, _ arguments: [String], environment: [String: String] = [:],
    output: RunningProcess.Output = .file
  ) throws -> RunningProcess {
    try RunningProcess(program.path, arguments, in: folder, environment: environment, output: output)
  }

  func run(
    _ program: Program, _ arguments: String..., environment: [String: String] = [:],
    output: RunningProcess.Output = .file
  ) throws -> Answer {
    try start(program, arguments, environment: environment, output: output).wait()
  }

  /// Runs a program under a shell's script, which finds its path in `$0` and the arguments in `$@`.
  func start(_ program: Program, _ arguments: [String], script: String) throws -> RunningProcess {
    try RunningProcess("/bin/sh", ["-c", script, program.path] + arguments, in: folder)
  }

  func report(_ name: String = "singleton-bench.csv") throws -> Report { try Report(folder.text(of: name)) }

  /// The rows that a run has finished so far.
  func finishedRows(_ name: String = "singleton-bench.csv") -> Int {
    ((try? folder.text(of: name + ".partial")) ?? "").split(separator: "\n").dropFirst().count
  }
}

/// A report as a program outside the project reads it.
struct Report {
  let header: [String]
  let rows: [[String: String]]

  init(_ text: String) throws {
    let lines = try records(ofCSV: text)
    header = try #require(lines.first, "an empty report")
    rows = try lines.dropFirst().map { cells in
      try #require(cells.count == lines[0].count, "\(cells.count) cells under \(lines[0].count) headings: \(cells)")
      return Dictionary(uniqueKeysWithValues: zip(lines[0], cells))
    }
  }

  /// One column, from top to bottom.
  subscript(column: String) -> [String] { rows.map { $0[column] ?? "no such column" } }

  /// The rows of one strategy.
  func rows(of strategy: String) -> [[String: String]] { rows.filter { $0["strategy"] == strategy } }
}

/// RFC 4180, with `\n` at the end of each line.
func records(ofCSV text: String) throws -> [[String]] {
  var records: [[String]] = []
  var record: [String] = []
  var cell = ""
  var isQuoted = false
  var isAfterQuote = false
  for character in text {
    if isQuoted {
      if character == "\"" { (isQuoted, isAfterQuote) = (false, true) } else { cell.append(character) }
      continue
    }
    switch character {
    case "\"":
      if isAfterQuote { cell.append("\"") }
      isQuoted = true
    case ",", "\n":
      record.append(cell)
      cell = ""
      if character == "\n" {
        records.append(record)
        record = []
      }
    default: cell.append(character)
    }
    isAfterQuote = false
  }
  try #require(record.isEmpty && cell.isEmpty && !isQuoted, "the last line has no end")
  return records
}
