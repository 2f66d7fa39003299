/// Text from a file, a path, or an argument, made safe to show on terminals, in CI logs, and on pages.
extension String {
  /// The text, with characters escaped that do more than appear: control characters, characters that hide or reorder
  /// text, and the beginnings of lines that CI systems take for commands (`::` and `##[`).
  package var harmless: String {
    let isPlain = utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: ":") }
    if isPlain { return self }
    var result = ""
    // Any word may begin a line, because long lines are broken.
    var beginsWord = true
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      let beginsCommand =
        scalar == ":" ? beginsWord && rest.first == ":" : scalar == "#" && rest.starts(with: "#".unicodeScalars)
      result += beginsCommand ? scalar.inDigits : scalar.harmless
      beginsWord = scalar == " "
    }
    return result
  }

  /// The harmless text in quotes, shortened if it is long.
  package var quoted: String {
    let shown = unicodeScalars.prefix(Self.longest).map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }
    let text = "\"" + shown.joined().harmless + "\""
    let left = unicodeScalars.count - Self.longest
    return left > 0 ? "\(text) and \(left) more characters" : text
  }

  /// The maximum number of characters that a message quotes.
  private static let longest = 200
}

extension Unicode.Scalar {
  fileprivate var harmless: String {
    switch self {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default: break
    }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: return inDigits
    default: return String(self)
    }
  }

  fileprivate var inDigits: String { "\\u{" + String(value, radix: 16, uppercase: true) + "}" }
}
