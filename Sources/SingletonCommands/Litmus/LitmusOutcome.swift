import SingletonArgumentParsing

/// The value of `--outcome`: final values of observed places, spelled as in the table, such as `1:r0=1,1:r1=0`.
struct LitmusOutcome: LosslessStringConvertible, Sendable {
  static let spelling = "values as the table shows them, or some of them, such as 1:r0=1,1:r1=0"

  let description: String
  /// The value of each place; `nil` for a register that was never set.
  private let values: [String: Int?]

  init?(_ text: String) {
    var values: [String: Int?] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard sides.count == 2, !sides[0].isEmpty, sides[1] == "null" || Int(sides[1]) != nil,
        values.updateValue(Int(sides[1]), forKey: sides[0]) == nil
      else { return nil }
    }
    self.values = values
    description = text
  }

  var places: [String] { values.keys.sorted() }

  /// - Parameter observed: The places of the outcome's values.
  func matches(_ outcome: [Int?], observing observed: [String]) -> Bool {
    zip(observed, outcome).allSatisfy { place, value in values[place].map { $0 == value } ?? true }
  }
}
