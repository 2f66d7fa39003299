import SingletonArgumentParsing
import SingletonCore
import SingletonTextFormats

/// The `columns` command, which prints the meanings of the columns of reports.
struct ColumnsCommand: Command {
  struct Settings {
    var file = ColumnReference.all[0].id
    var format = Format.text
  }

  enum Format: String, CaseIterable { case text, markdown }

  let name = "columns"
  let abstract = "print the columns of the reports and what they mean"
  let discussion = [
    "The columns are the same in CSV and JSON. New ones are appended; 'schema_version' changes if the meaning of one does."
  ]
  let defaults = Settings()
  let examples = [
    Example("columns", "the columns of \(Tool.current.name).csv"),
    Example("columns --of check", "those of what check writes"),
    Example("explain half_built", "one column"),
  ]

  var options: [Option<Settings>] {
    let ids = ColumnReference.all.map(\.id)
    return [
      Option(
        "--of", .text("COMMAND", "one of " + ids.joined(separator: ", ")), sets: \.file,
        "the command that writes the file: " + ids.joined(separator: ", "), default: defaults.file),
      Option(
        "--format", .choice("FORMAT"), sets: \.format, "format of standard output: text, markdown",
        default: defaults.format.rawValue),
    ]
  }

  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode {
    let ids = ColumnReference.all.map(\.id)
    guard let reference = ColumnReference.all.first(where: { $0.id == settings.file }) else {
      throw CommandError.usage(
        "--of: unknown file \(settings.file.quoted)", expected: "one of " + ids.joined(separator: ", "),
        nearest: Suggestions.nearest(toPattern: settings.file, among: ids))
    }
    let output = invocation.console.output
    switch settings.format {
    case .text: try output.write("\(reference.title):\n" + reference.text(output.columns))
    case .markdown: try output.write(reference.markdown())
    }
    return .passed
  }
}
