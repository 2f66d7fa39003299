/// Operations on the text of a path.
package enum Path {
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the last part of a path.
  package static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// Returns the path, quoted if necessary so that a shell reads it as one word.
  package static func quoted(_ path: String) -> String {
    let plain = path.utf8.allSatisfy { byte in
      let scalar = Unicode.Scalar(byte)
      return scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789/._-+:@%".unicodeScalars.contains(scalar))
    }
    if plain && !path.isEmpty && !path.hasPrefix("-") { return path }
    return "'" + path.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }
}
