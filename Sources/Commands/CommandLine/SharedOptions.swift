import ArgumentParsing
import Core
import Reports
import TextFormats

// Options that several commands have, and that mean the same in all of them.
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

  static func color(sets path: WritableKeyPath<Settings, When>) -> Option {
    Option(
      "--color", .choice("WHEN"), sets: path, "auto (only on a terminal, and NO_COLOR is empty), always, never",
      default: When.auto.rawValue)
  }

  static func reportFormat(sets path: WritableKeyPath<Settings, ReportFormat>) -> Option {
    Option(
      "--format", .choice("FORMAT"), sets: path,
      "what standard output gets besides the file: table, times (of first and later accesses), matrix (strategies by"
        + " scenarios), csv, json, markdown; with --csv - only table or csv",
      default: ReportFormat.table.rawValue)
  }

  static func summary(sets path: WritableKeyPath<Settings, String?>) -> Option {
    Option("--summary", .file, sets: path, "append the table as Markdown, for a CI step's summary", default: "none")
  }

  static func junit(sets path: WritableKeyPath<Settings, String?>) -> Option {
    Option("--junit", .file, sets: path, "the rows as JUnit XML", default: "none")
  }
}

extension ArgumentValue<String> {
  /// A path that must not be `-`, because standard output has other data.
  static var file: ArgumentValue {
    let path = ArgumentValue.path("a file to write; standard output (-) has other data")
    return ArgumentValue(info: path.info, parse: { $0 == "-" ? nil : path.parse($0) }, format: path.format)
  }
}
