import SingletonPlatform
import SingletonTextFormats

/// Throws a usage error if two outputs name the same file, because one of them would be lost.
func requireDifferentFiles(_ outputs: [(option: String, path: String?)]) throws {
  for (index, output) in outputs.enumerated() {
    for other in outputs[..<index] {
      guard let path = output.path, let otherPath = other.path, FileSystem.isSameFile(path, otherPath) else { continue }
      throw CommandError.usage(
        "\(output.option) and \(other.option) name the same file, \(path.quoted)"
          + (path == otherPath ? "" : " or \(otherPath.quoted)"), expected: "two files")
    }
  }
}

/// Throws a usage error if an output names an input, which would be lost.
func requireNoInput(_ output: String?, option: String, among inputs: [String]) throws {
  guard let output, output != "-", let input = inputs.first(where: { FileSystem.isSameFile($0, output) }) else {
    return
  }
  throw CommandError.usage(
    "\(option) \(output.quoted) would replace the input \(input.quoted)", expected: "another file for \(option)")
}
