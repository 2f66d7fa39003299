import SingletonArgumentParsing
import SingletonCore
import SingletonPlatform

extension ArgumentValue<String> {
  /// Returns the kind of files to read.
  static func input(_ placeholder: String, _ expected: String) -> ArgumentValue {
    .text(placeholder, "\(expected); - is standard input", completing: .file)
  }

  static var report: ArgumentValue { .input("FILE.csv", "a report written by \(Tool.current.name)") }
}

/// Throws a usage error if two inputs are standard input, which can be read only once.
func requireOneStandardInput(among inputs: [String]) throws {
  guard inputs.count(where: { $0 == InputFile.standardInput }) > 1 else { return }
  throw CommandError.usage("standard input (-) is given twice", expected: "at most one -, because it is read only once")
}
