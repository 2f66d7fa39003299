extension String {
  /// The text as one word of a shell, whatever it contains.
  var shellQuoted: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// The text as a part of a shell function's name.
  var shellIdentifier: String {
    String(map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }
}
