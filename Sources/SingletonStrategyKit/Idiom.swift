/// A form that programmers know by a name, and that is not the mechanism of any strategy.
package struct Idiom: Sendable {
  /// The names, as in ``StrategyInfo/alsoKnownAs``; no strategy has one of them.
  package let names: [String]
  /// What the form is, and why no strategy has its name, in sentences.
  package let remark: String
  /// The ids of the strategies that come nearest, the nearest first; empty if none does.
  package let nearest: [String]

  package init(_ names: String..., remark: String, nearest: [String] = []) {
    self.names = names
    self.remark = remark
    self.nearest = nearest
  }
}
