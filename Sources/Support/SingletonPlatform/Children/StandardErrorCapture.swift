package struct StandardErrorCapture {
  package let descriptor: Int32
  private static let maxBytes = 4096
  /// The text with which the Swift runtime begins the report of a failed check. A stack trace may follow the report.
  private static let runtimeFailure = "Fatal error"

  package init() throws(EngineError) {
    descriptor = try EngineError.explained("making a file to share with a child", unnamedFile)
  }

  package func clear() {
    ftruncate(descriptor, 0)
    lseek(descriptor, 0, SEEK_SET)
  }

  /// The most informative line in the last 4 KiB: the runtime's failure if there is one, otherwise the last line; `nil`
  /// if nothing was written. Characters that could harm a terminal are escaped.
  package var lastLine: String? {
    var bytes = [UInt8](repeating: 0, count: Self.maxBytes)
    let end = lseek(descriptor, 0, SEEK_END)
    let count = pread(descriptor, &bytes, bytes.count, max(0, end - off_t(bytes.count)))
    guard count > 0 else { return nil }
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    let lines = text.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
    return (lines.first { $0.includes(Self.runtimeFailure) } ?? lines.last).map { String($0).harmless }
  }

  package func discard() { close(descriptor) }
}
