import SingletonArgumentParsing
import SingletonComparison
import SingletonCore
import SingletonReports
import SingletonTextFormats

struct ColumnsCommand: Command {
  struct Settings {
    var file = ColumnReference.all[0].id
    var format = Format.text
  }

  enum Format: String, CaseIterable { case text, markdown }

  let name = "columns"
  let abstract = "print the columns of the reports and what they mean"
  let discussion = [
    "Of the report of a run, read the first \(StressColumns.readFirst.count) columns first, from"
      + " '\(StressColumns.readFirst[0].name)' to '\(StressColumns.readFirst.last!.name)'; the last ones are the same in"
      + " all rows of a run.",
    "The columns are the same in CSV and JSON. Programs should find them by name: a later version may add columns or"
      + " change their order. 'schema_version' changes if a column's meaning does.",
  ]
  let defaults = Settings()
  let examples = [
    Example("columns", "the columns of \(Tool.current.name).csv"),
    Example("columns --of check", "the columns of what check writes"),
    Example("explain half_built", "one column"),
  ]

  private var ids: [String] { ColumnReference.all.map(\.id) }

  var options: [Option<Settings>] {
    [
      Option(
        "--of", .text("COMMAND", "one of " + ids.joined(separator: ", ")), sets: \.file,
        "the command that writes the file: " + ids.joined(separator: ", "), default: defaults.file),
      .format(sets: \.format),
    ]
  }

  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode {
    guard let reference = ColumnReference.all.first(where: { $0.id == settings.file }) else {
      throw CommandError.usage(
        "--of: unknown file \(settings.file.quoted)", expected: "one of " + ids.joined(separator: ", "),
        nearest: Suggestions.nearest(toPattern: settings.file, among: ids))
    }
    let output = invocation.console.output
    switch settings.format {
    case .text:
      let lines = TextLayout.definitions(reference.columns, width: output.columns, widestTerm: 32)
      try output.write("\(reference.title):\n" + lines)
    case .markdown: try output.write(reference.markdown())
    }
    return .passed
  }
}

/// A kind of file that commands write and read, with the meanings of its columns.
struct ColumnReference: Sendable {
  /// The name on the command line, which is that of the command that writes the file.
  let id: String
  let title: String
  let columns: [(term: String, meaning: String)]
  /// The words of which a column has one in each row, with the column and its meaning.
  let choices: [Topic.Use]
  let markdown: @Sendable () -> String

  init<Row>(_ id: String, _ title: String, _ columns: [Column<Row>]) {
    self.id = id
    self.title = title
    self.columns = columns.map { ($0.name, "\($0.kind.rawValue). \($0.summary)") }
    choices = columns.flatMap { column in
      column.choices.map { ($0, ("\(column.name), \(id)", column.summary)) }
    }
    markdown = { Markdown.reference(of: columns) }
  }

  /// The files of all commands that write some.
  static let all = [
    ColumnReference(
      "run", "The report of a run, of which the first \(StressColumns.readFirst.count) are those to read first",
      StressColumns.all),
    ColumnReference("check", "What check writes", CheckColumns.all),
    ColumnReference("orderings", "What check --orderings writes", OrderingColumns.all),
    ColumnReference("any-number", "What check --any-number writes", AnyNumberColumns.all),
    ColumnReference("compare", "What compare writes", ComparisonColumns.all),
  ]
}
