package import SingletonArgumentParsing
import SingletonCore
import SingletonPlatform

// The options that have the same meaning in several commands.
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

  static func form(sets path: WritableKeyPath<Settings, FormChoice>, default form: FormChoice) -> Option {
    Option(
      "--form", .choice("FORM"), sets: path,
      "harness (the strategy on the harness's primitives), plain (its listing in plain Swift) or both",
      default: form.rawValue)
  }

  static func progress(sets path: WritableKeyPath<Settings, When>) -> Option {
    Option(
      "--progress", .choice("WHEN"), sets: path,
      "show progress on standard error: auto (on a terminal), always, never", default: When.auto.rawValue)
  }

  static func reportFormat(sets path: WritableKeyPath<Settings, ReportFormat>) -> Option {
    Option(
      "--format", .choice("FORMAT"), sets: path,
      "format of standard output: table (one line per strategy), rows (one line per row, with counts), csv, json,"
        + " markdown; with '--csv -' not json or markdown",
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
    Option(flag: "--annotate", sets: path, "print failures as annotations of GitHub Actions, on standard error")
  }

  static func junit(sets path: WritableKeyPath<Settings, String?>) -> Option {
    Option("--junit", .file, sets: path, "write the rows as JUnit XML", default: "none")
  }
}

// MARK: - Files

extension ArgumentValue<String> {
  /// The path of a file to write. It cannot be `-`, because standard output is used for other data.
  static var file: ArgumentValue {
    let path = ArgumentValue.path("a file to write, not - (standard output)")
    return ArgumentValue(info: path.info, parse: { $0 == "-" ? nil : path.parse($0) }, format: path.format)
  }

  static var report: ArgumentValue { .input("FILE.csv", "a report written by \(Tool.current.name)") }
}

/// Throws a usage error if two outputs name the same file, or if an output names an input, because one of them would be
/// overwritten. One output may be standard output.
///
/// - Parameters:
///   - outputs: The options with their paths. `-` is standard output.
///   - inputs: The paths of the inputs. `-` is standard input.
package func requireDifferentFiles(_ outputs: [(option: String, path: String?)], inputs: [String] = []) throws {
  for (index, output) in outputs.enumerated() {
    guard let path = output.path, path != "-" else { continue }
    if FileSystem.isStandardOutput(path) {
      throw CommandError.usage(
        "\(output.option) \(path.quoted) is standard output, which is already in use", expected: "another file")
    }
    for other in outputs[..<index] {
      guard let otherPath = other.path, FileSystem.isSameFile(path, otherPath) else { continue }
      throw CommandError.usage(
        "\(output.option) and \(other.option) name the same file, \(path.quoted)"
          + (path == otherPath ? "" : " or \(otherPath.quoted)"), expected: "two files")
    }
    if let input = inputs.first(where: { isSame($0, path) }) {
      throw CommandError.usage(
        "\(output.option) \(path.quoted) would replace the input \(input.quoted)",
        expected: "another file for \(output.option)")
    }
  }
}

private func isSame(_ input: String, _ output: String) -> Bool {
  input == InputFile.standardInput ? FileSystem.isStandardInput(output) : FileSystem.isSameFile(input, output)
}
