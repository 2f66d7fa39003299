extension String {
  /// The text quoted as one word of a shell.
  var shellQuoted: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// The text as part of the name of a shell function, in which each character but letters and digits is replaced by
  /// `_`.
  var shellIdentifier: String {
    String(map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }
}
