package import SingletonArgumentParsing
import SingletonCore
import SingletonPresentation
import SingletonTextFormats

// Options that have the same meaning in several commands.
extension Option {
  static func strategies(_ ids: [String], appendsTo path: WritableKeyPath<Settings, [Glob]>) -> Option {
    Option(
      "--strategy", .pattern(completing: ids), appendsTo: path, "only strategies whose id matches (*, ?, [a-z])",
      default: "all")
  }

  static func scenarios(appendsTo path: WritableKeyPath<Settings, [Glob]>) -> Option {
    Option(
      "--scenario", .pattern(completing: Scenario.allCases.map(\.id)), appendsTo: path,
      "only scenarios whose id matches (*, ?, [a-z])", default: "all")
  }

  static func progress(sets path: WritableKeyPath<Settings, When>) -> Option {
    Option(
      "--progress", .choice("WHEN"), sets: path,
      "show progress on standard error: auto (on a terminal), always, never", default: When.auto.rawValue)
  }

  package static func color(sets path: WritableKeyPath<Settings, When>) -> Option {
    Option(
      "--color", .choice("WHEN"), sets: path,
      "use color: auto (on a terminal that is not dumb, if NO_COLOR is empty), always, never",
      default: When.auto.rawValue)
  }

  /// The first format is the default.
  package static func format<Format: CaseIterable & RawRepresentable<String>>(
    sets path: WritableKeyPath<Settings, Format>
  ) -> Option {
    let names = Format.allCases.map(\.rawValue)
    return Option(
      "--format", .choice("FORMAT"), sets: path, "format of standard output: " + names.joined(separator: ", "),
      default: names[0])
  }

  static func reportFormat(sets path: WritableKeyPath<Settings, ReportFormat>) -> Option {
    Option(
      "--format", .choice("FORMAT"), sets: path,
      "format of standard output: table (one line per strategy), rows (one line per row, with counts), times (of first and"
        + " later accesses), matrix (strategies by scenarios), csv, json, markdown; with '--csv -' not json or markdown",
      default: ReportFormat.table.rawValue)
  }

  package static func force(sets path: WritableKeyPath<Settings, Bool>) -> Option {
    Option(flag: "--force", sets: path, "let an output replace a file of another kind")
  }

  static func summary(sets path: WritableKeyPath<Settings, String?>) -> Option {
    Option(
      "--summary", .file, sets: path, "append the table as Markdown to a file, such as a CI step's summary",
      default: "none")
  }

  static func annotate(sets path: WritableKeyPath<Settings, Bool>) -> Option {
    Option(flag: "--annotate", sets: path, "print what went wrong as annotations of GitHub Actions, on standard error")
  }

  static func junit(sets path: WritableKeyPath<Settings, String?>) -> Option {
    Option("--junit", .file, sets: path, "write the rows as JUnit XML", default: "none")
  }
}
