import SingletonPlatform
import SingletonTextFormats

/// Throws a usage error if two outputs, of which one may be standard output, name the same file, because one of them would
/// be lost; or if one names an input, which would be.
///
/// - Parameters:
///   - outputs: The options with their paths, of which `-` is standard output.
///   - inputs: The paths of the inputs, of which `-` is standard input.
func requireDifferentFiles(_ outputs: [(option: String, path: String?)], inputs: [String] = []) throws {
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
