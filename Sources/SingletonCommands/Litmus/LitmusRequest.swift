import SingletonArgumentParsing
import SingletonMemoryModels
import SingletonTextFormats

/// The parsed arguments of `litmus`.
struct LitmusRequest {
  var files: [String] = []
  /// Empty for all.
  var models: [MemoryModel] = []
  /// Empty for all.
  var patterns: [Glob] = []
  var limit: Int?
  var time: Duration?
  var isTimed = false
  /// The outcome of which an execution is drawn, or `nil` to list all outcomes.
  var outcome: LitmusOutcome?
  var format = DataFormat.table
  var color = When.auto

  /// The requested models, weakest first, in whatever order they were given. RC11 with dependencies differs only for a
  /// program with pointers, so it has to be asked for.
  var wantedModels: [MemoryModel] {
    MemoryModel.strongestFirst.reversed().filter { models.isEmpty ? $0 != .rc11WithDependencies : models.contains($0) }
  }

  /// Returns the programs to run; all files are read before anything runs.
  func runs() throws -> [LitmusRun] {
    let files = try files.map { try LitmusFile(path: $0) }
    if let empty = files.first(where: \.tests.isEmpty) {
      throw CommandError.nothingSelected(
        "\(InputError.name(of: empty.path)) has no programs, so nothing runs", next: "litmus --help")
    }
    try requireMatches(among: files.flatMap(\.tests).map(\.name))
    return files.flatMap { file in
      file.tests.filter { isWanted($0.name) }.map {
        LitmusRun(file: file.path, test: $0, limit: limit ?? .max, time: time, isTimed: isTimed)
      }
    }
  }

  /// Returns the only selected program.
  func run(drawing outcome: LitmusOutcome) throws -> LitmusRun {
    guard format == .table else {
      throw CommandError.usage(
        "--outcome draws an execution as text, not as \(format.rawValue)", expected: "no --format")
    }
    let runs = try runs()
    guard runs.count == 1 else {
      throw CommandError.usage("--outcome: \(runs.count) programs are selected", expected: "one, by --test NAME")
    }
    return runs[0]
  }

  func text(of rows: [LitmusRow], on console: Console) -> String {
    let table = LitmusTable(rows)
    return switch format {
    case .table:
      table.text(width: console.output.columns, color: color.wantsColor(on: console.output, in: console))
        + TextLayout.paragraph(LitmusTable.summary(rows), width: console.output.columns)
    case .csv: CSV.text(of: rows, LitmusColumns.all)
    case .json: json(of: rows).text
    case .markdown: table.markdown
    }
  }

  private func json(of rows: [LitmusRow]) -> JSON {
    [
      "counts": .object(
        LitmusVerdict.allCases.map { verdict in
          (key: verdict.rawValue, value: .number(rows.count { $0.verdict == verdict }))
        }),
      "rows": .array(rows.map(\.json)),
    ]
  }

  private func isWanted(_ name: String) -> Bool { patterns.isEmpty || patterns.contains { $0.matches(name) } }

  private func requireMatches(among names: [String]) throws {
    let idle = patterns.filter { pattern in !names.contains(where: pattern.matches) }
    guard let first = idle.first else { return }
    throw CommandError.nothingSelected(
      "--test \(idle.map(\.description.quoted).joined(separator: ", ")) matches nothing, so nothing runs",
      nearest: Suggestions.nearest(toPattern: first.description, among: names), next: "litmus --help")
  }
}
