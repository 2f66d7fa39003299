/// A pattern over ids: `*` any run of characters, `?` any one, `[a-z]` one of a set, `[!a-z]` one outside it.
package struct Glob: Sendable {
  package static let spelling = "a pattern of letters, *, ? and [a-z], each [ closed and not empty"

  private enum Piece: Sendable {
    case literal(Character)
    case anyOne
    case anyRun
    case oneOf([ClosedRange<Character>], negated: Bool)

    func accepts(_ character: Character) -> Bool {
      switch self {
      case .literal(let own): own == character
      case .anyOne, .anyRun: true
      case .oneOf(let ranges, let negated): ranges.contains { $0.contains(character) } != negated
      }
    }

    var isRun: Bool { if case .anyRun = self { true } else { false } }

    func isLiteral(_ character: Character) -> Bool {
      if case .literal(character) = self { true } else { false }
    }
  }

  package let text: String
  private let pieces: [Piece]

  /// nil where the pattern is empty or a set is not closed, empty or backwards.
  package init?(_ text: String) {
    guard !text.isEmpty, let pieces = Self.pieces(of: text) else { return nil }
    self.text = text
    self.pieces = pieces
  }

  /// Stands for exactly this text, whatever characters it has.
  package init(literally text: String) {
    self.text = text
    pieces = text.map { .literal($0) }
  }

  /// Stands for whatever has this text anywhere in it.
  package init(containing text: String) {
    self.text = text
    pieces = [.anyRun] + text.map { .literal($0) } + [.anyRun]
  }

  package func matches(_ word: String) -> Bool { distance(to: word) == 0 }

  /// Characters to insert, delete, replace or swap with their neighbour until the pattern matches (optimal string
  /// alignment); a run costs nothing. Time and space are a product, so no pattern is expensive.
  package func distance(to word: String) -> Int {
    let letters = Array(word)
    var table = [Array(0...letters.count)]
    for index in pieces.indices {
      table.append(pieces[index].isRun ? runRow(below: table[index]) : row(at: index, of: letters, table))
    }
    return table[pieces.count][letters.count]
  }

  private func runRow(below above: [Int]) -> [Int] {
    var best = above[0]
    return above.map { distance in
      best = min(best, distance)
      return best
    }
  }

  private func row(at index: Int, of letters: [Character], _ table: [[Int]]) -> [Int] {
    let above = table[index]
    var row = [above[0] + 1]
    for (column, letter) in letters.enumerated() {
      let replaced = above[column] + (pieces[index].accepts(letter) ? 0 : 1)
      let swapped = isSwap(index, letters, column) ? table[index - 1][column - 1] + 1 : Int.max
      row.append(min(replaced, above[column + 1] + 1, row[column] + 1, swapped))
    }
    return row
  }

  private func isSwap(_ index: Int, _ letters: [Character], _ column: Int) -> Bool {
    index > 0 && column > 0
      && pieces[index].isLiteral(letters[column - 1]) && pieces[index - 1].isLiteral(letters[column])
  }
}

extension Glob {
  private static func pieces(of text: String) -> [Piece]? {
    var pieces: [Piece] = []
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "*": pieces.append(.anyRun)
      case "?": pieces.append(.anyOne)
      case "[":
        guard let set = set(takenFrom: &rest) else { return nil }
        pieces.append(set)
      default: pieces.append(.literal(character))
      }
    }
    return pieces
  }

  private static func set(takenFrom rest: inout Substring) -> Piece? {
    guard let end = rest.firstIndex(of: "]") else { return nil }
    var members = rest[..<end]
    rest = rest[rest.index(after: end)...]
    let negated = members.first == "!" || members.first == "^"
    if negated { members.removeFirst() }
    var ranges: [ClosedRange<Character>] = []
    while let first = members.popFirst() {
      guard members.first == "-", members.count > 1 else {
        ranges.append(first...first)
        continue
      }
      let last = members.dropFirst().first!
      guard first <= last else { return nil }
      ranges.append(first...last)
      members = members.dropFirst(2)
    }
    return ranges.isEmpty ? nil : .oneOf(ranges, negated: negated)
  }
}
