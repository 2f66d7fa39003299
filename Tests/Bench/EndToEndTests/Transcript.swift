import Foundation
import Testing

/// A terminal session that a page quotes: lines that begin with `$ ` are commands, and the lines below are their
/// output. A line `...` stands for lines that are omitted.
struct Transcript: CustomTestStringConvertible, Sendable {
  /// The name of the file, and the number of the transcript if a page may have several.
  let name: String
  let file: URL
  let exchanges: [Exchange]

  struct Exchange: Sendable {
    let command: String
    /// The parts between omitted lines. The first or last part is empty if lines are omitted at that end.
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
  /// Returns whether the output of a command differs from one machine to another.
  static func isMeasured(_ command: String) -> Bool {
    let words = command.split(separator: " ")
    return words.count > 1 && words[0] != "singleton-litmus"
      && !["check", "explain", "list", "replay"].contains(words[1])
  }
}

extension Transcript.Exchange {
  /// Returns the first quoted part that the output lacks, or the last part if the output continues after it; `nil` if
  /// the output is as quoted.
  func difference(from output: String) -> String? {
    // The order of a table's lines depends on their times.
    if isMeasured, parts.count == 1 {
      return normalized(parts[0]).sorted() == normalized(output).sorted() ? nil : parts[0]
    }
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

  /// Returns the same parts of a new output, each from its old first line to its old last line, or `nil` if the output
  /// lacks one of these lines. The first part begins with the output, and the last part ends with it.
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

  /// Returns the lines of a text, without blank lines around them.
  func lines(of text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    return Array(lines.drop(while: \.isEmpty).reversed().drop(while: \.isEmpty).reversed())
  }

  /// Returns the lines of a text or, if the command measures, its words with a letter in place of each figure, because
  /// the width of a column depends on its figures. A machine that is too busy has none, but a hyphen.
  private func normalized(_ text: String) -> [String] {
    guard isMeasured else { return lines(of: text) }
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .replacing(/\d[\d.]*, [\d.]+% \d[\d.]*/, with: "1")  // the two states of a time
      .replacing(/\d+(?:,\d{3})*\+? of \d+(?:,\d{3})*/, with: "1%")  // a share of few trials
    let figures = words.replacing(/[<>]?\d[\d.,]*( [kMGTPE]\b)?[%~<?^]*/, with: "N")
      .replacing("none, N", with: "N, N")  // a rate of zero beside the number of initializers
    let sure = Self.chance.reduce(figures) { $0.replacing($1, with: "") }
    return sure.split(separator: " ").map { $0 == "-" ? "N" : String($0) }
  }

  /// What is said of figures, or not, as they happen to be.
  private static var chance: [Regex<Substring>] {
    [
      /; times over [a-z' ]+: N \/ N/, /; times N because N in ns(?: and N over (?:the floor|a cache line's time))+/,
      /,? ?~: the machine was slower then than during other rows here: the empty loop took more than N times its shortest time/,
      /\ \?: a tenth of the batches took more than N times as long/,
      /\ \^: a cache line took N ns or more from core to core then, instead of N/,
      /\ a time, a share and a time: two states, and how many of the batches were in the slower one/,
      /,? ?<: no longer than the loop without a strategy, so it cannot be told from nothing/,
    ]
  }

  private var isMeasured: Bool { Transcript.isMeasured(command) }
}
