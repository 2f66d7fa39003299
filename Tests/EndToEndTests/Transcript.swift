import Foundation
import Testing

/// What a page quotes of a terminal: lines that begin with `$ ` are commands, those under them what is printed; a line
/// `...` stands for lines that are left out.
struct Transcript: CustomTestStringConvertible, Sendable {
  /// The file, and in a page of several the number.
  let name: String
  let exchanges: [Exchange]

  struct Exchange: Sendable {
    let command: String
    /// The parts between lines that are left out; empty where lines are left out at the beginning or the end.
    let parts: [String]
  }

  var testDescription: String { name }

  init?(_ text: some StringProtocol, name: String) {
    guard text.hasPrefix("$ ") else { return nil }
    self.name = name
    exchanges = "\n\(text)".split(separator: "\n$ ").map { exchange in
      let lines = exchange.split(separator: "\n", maxSplits: 1)
      let output = "\n" + (lines.count == 2 ? lines[1] : "") + "\n"
      return Exchange(
        command: String(lines[0]),
        parts: output.split(separator: "\n...\n", omittingEmptySubsequences: false).map { String($0) })
    }
  }
}

extension Transcript {
  /// Whether a command prints something else on another machine.
  static func isMeasured(_ command: String) -> Bool {
    let words = command.split(separator: " ")
    return words.count > 1 && !["check", "explain", "litmus", "list", "replay"].contains(words[1])
  }
}

extension Transcript.Exchange {
  /// nil where the output is as quoted, else what was expected and did not come.
  func difference(from output: String) -> String? {
    var rest = normalised(output)[...]
    for (index, part) in parts.enumerated() {
      let wanted = normalised(part)
      guard let place = wanted.isEmpty ? rest.startIndex..<rest.startIndex : rest.firstRange(of: wanted),
        index > 0 || place.lowerBound == rest.startIndex
      else { return part }
      rest = rest[place.upperBound...]
    }
    let isOpen = parts.count > 1 && normalised(parts[parts.count - 1]).isEmpty
    return rest.isEmpty || isOpen ? nil : "the end after: " + (parts.last ?? "")
  }

  /// Lines; of what measures, words, with a letter for each figure, since columns are as wide as their figures.
  private func normalised(_ text: String) -> [String] {
    guard isMeasured else {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
      return Array(lines.drop(while: \.isEmpty).reversed().drop(while: \.isEmpty).reversed())
    }
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.replacing(/[<>]?\d[\d.,]*( [kMGTPE]\b)?%?/, with: "N").split(separator: " ").map { String($0) }
  }

  private var isMeasured: Bool { Transcript.isMeasured(command) }
}
