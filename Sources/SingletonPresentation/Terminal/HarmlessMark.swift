import SingletonCore
import SingletonTextFormats

/// What was seen and breaks no promise, such as an initializer that ran more than once.
///
/// A caller who gets the one instance does not notice, but an initializer that opens a file opens it twice.
enum HarmlessMark {
  /// The mark beside a verdict, where there is no room for words.
  static let mark = "+"

  /// Returns the meaning of the mark, or `nil` if nothing was seen.
  static func meaning(of defects: Set<Defect>) -> String? {
    let words = defects.inOrder.map(\.meaning).joined(separator: " or ")
    return words.isEmpty ? nil : "\(mark): no promise is broken, but \(words)"
  }
}

extension StyledText {
  /// Returns the text with the mark, if there are defects.
  func marked(with defects: Set<Defect>) -> StyledText {
    defects.isEmpty ? self : StyledText(text: text + HarmlessMark.mark, tone: tone)
  }

  /// Returns the text with the names of the defects.
  func naming(_ defects: Set<Defect>) -> StyledText {
    StyledText(text: ([text] + defects.inOrder.map(\.meaning)).joined(separator: "; "), tone: tone)
  }
}
