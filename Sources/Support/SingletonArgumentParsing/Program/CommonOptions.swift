import SingletonPlatform

// The options that programs have in common.
extension Option {
  package static func color(sets path: WritableKeyPath<Settings, When>) -> Option {
    Option(
      "--color", .choice("WHEN"), sets: path,
      "use color: auto (on a terminal that is not dumb, if NO_COLOR is empty), always, never",
      default: When.auto.rawValue)
  }

  /// Returns the option `--format`. The first format is the default.
  package static func format<Format: CaseIterable & RawRepresentable<String>>(
    sets path: WritableKeyPath<Settings, Format>
  ) -> Option {
    let names = Format.allCases.map(\.rawValue)
    return Option(
      "--format", .choice("FORMAT"), sets: path, "format of standard output: " + names.joined(separator: ", "),
      default: names[0])
  }
}

/// The format in which commands other than `run` write results to standard output.
package enum DataFormat: String, CaseIterable, Sendable { case table, csv, json, markdown }

extension ArgumentValue<Duration> {
  package static var duration: ArgumentValue {
    ArgumentValue(
      info: ValueInfo(placeholder: "DURATION", expected: DurationFormat.spelling + ", more than 0"),
      parse: { DurationFormat.duration($0).flatMap { $0 > .zero ? $0 : nil } }, format: DurationFormat.text)
  }
}

extension ArgumentValue<String> {
  /// Returns the kind of argument that is the path of a file to read.
  package static func input(_ placeholder: String, _ expected: String) -> ArgumentValue {
    .text(placeholder, "\(expected); - means standard input", completing: .file)
  }
}

/// Throws a usage error if two inputs are standard input. It can be read only once.
package func requireOneStandardInput(among inputs: [String]) throws {
  guard inputs.count(where: { $0 == InputFile.standardInput }) > 1 else { return }
  throw CommandError.usage("standard input (-) is given twice", expected: "at most one -, because it is read only once")
}
