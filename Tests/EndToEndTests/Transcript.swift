import Foundation
import Testing

/// What a page quotes of a terminal: lines that begin with `$ ` are commands, those under them what is printed; a line
/// `...` stands for lines that are left out.
struct Transcript: CustomTestStringConvertible, Sendable {
  /// The file, and in a page of several the number.
  let name: String
  let file: URL
  let exchanges: [Exchange]

  struct Exchange: Sendable {
    let command: String
    /// The parts between lines that are left out; empty where lines are left out at the beginning or the end.
    let parts: [String]
  }

  var testDescription: String { name }

  init?(_ text: some StringProtocol, in file: URL, number: Int? = nil) {
    guard text.hasPrefix("$ ") else { return nil }
    self.file = file
    name = file.lastPathComponent + (number.map { ", \($0)" } ?? "")
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
    var rest = normalized(output)[...]
    for (index, part) in parts.enumerated() {
      let wanted = normalized(part)
      guard let place = wanted.isEmpty ? rest.startIndex..<rest.startIndex : rest.firstRange(of: wanted),
        index > 0 || place.lowerBound == rest.startIndex
      else { return part }
      rest = rest[place.upperBound...]
    }
    let isOpen = parts.count > 1 && normalized(parts[parts.count - 1]).isEmpty
    return rest.isEmpty || isOpen ? nil : "the end after: " + (parts.last ?? "")
  }

  /// The same parts of what is printed now, each from the line that it began with to the one that it ended with; nil
  /// where such a line is no longer there.
  func recorded(from output: String) -> [String]? {
    var rest = lines(of: output)[...]
    var recorded: [String] = []
    for (index, part) in parts.enumerated() where !lines(of: part).isEmpty {
      let old = lines(of: part)
      guard let start = index == 0 ? rest.startIndex : rest.firstIndex(of: old[0]),
        let end = index == parts.count - 1 ? rest.endIndex - 1 : rest[start...].firstIndex(of: old[old.count - 1])
      else { return nil }
      recorded.append(rest[start...end].joined(separator: "\n"))
      rest = rest[(end + 1)...]
    }
    return recorded
  }

  /// Without blank lines round them.
  func lines(of text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    return Array(lines.drop(while: \.isEmpty).reversed().drop(while: \.isEmpty).reversed())
  }

  /// Lines; of what measures, words, with a letter for each figure, since columns are as wide as their figures.
  private func normalized(_ text: String) -> [String] {
    guard isMeasured else { return lines(of: text) }
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.replacing(/[<>]?\d[\d.,]*( [kMGTPE]\b)?%?/, with: "N").split(separator: " ").map { String($0) }
  }

  private var isMeasured: Bool { Transcript.isMeasured(command) }
}
