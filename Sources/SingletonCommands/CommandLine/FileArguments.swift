package import SingletonArgumentParsing
import SingletonCore
import SingletonPlatform
import SingletonTextFormats

extension ArgumentValue<String> {
  /// Returns the kind of files to read.
  package static func input(_ placeholder: String, _ expected: String) -> ArgumentValue {
    ArgumentValue(
      info: ValueInfo(
        placeholder: placeholder, expected: "\(expected); - is standard input", completion: .file),
      parse: { $0.isEmpty ? nil : $0 }, format: \.self)
  }

  /// The path of a file; not `-`, because standard output is used for other data.
  static var file: ArgumentValue {
    let path = ArgumentValue.path("a file to write, not - (standard output)")
    return ArgumentValue(info: path.info, parse: { $0 == "-" ? nil : path.parse($0) }, format: path.format)
  }

  static var report: ArgumentValue { .input("FILE.csv", "a report written by \(Tool.current.name)") }
}

/// Throws a usage error if two inputs are standard input, which can be read only once.
package func requireOneStandardInput(among inputs: [String]) throws {
  guard inputs.count(where: { $0 == InputFile.standardInput }) > 1 else { return }
  throw CommandError.usage("standard input (-) is given twice", expected: "at most one -, because it is read only once")
}

/// Throws a usage error if two outputs name the same file, because one of them would be lost, or if one names an input,
/// which would be lost. One output may be standard output.
///
/// - Parameters:
///   - outputs: The options with their paths, of which `-` is standard output.
///   - inputs: The paths of the inputs, of which `-` is standard input.
package func requireDifferentFiles(_ outputs: [(option: String, path: String?)], inputs: [String] = []) throws {
  for (index, output) in outputs.enumerated() {
    guard let path = output.path, path != "-" else { continue }
    if FileSystem.isStandardOutput(path) {
      throw CommandError.usage(
        "\(output.option) \(path.quoted) is standard output, which has something else", expected: "another file")
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
