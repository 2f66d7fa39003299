/// A kind of value: how it is called, what is expected of it, and how text becomes one.
struct ValueKind<Value> {
  let facts: ValueFacts
  /// nil where the text is not what is expected.
  let parse: (String) -> Value?

  /// - Parameter name: the option or operand, as the message calls it.
  func read(_ text: String, for name: String) throws -> Value {
    if let value = parse(text) { return value }
    let problem = text.isEmpty ? "\(name): the value is empty" : "\(name): \(text.quoted) is not valid"
    throw CommandError.usage(problem, expected: facts.expected, nearest: facts.nearest(to: text))
  }
}

struct ValueFacts {
  let placeholder: String
  /// Completes "expected: ".
  let expected: String
  var completion = Completion.none

  enum Completion {
    case none
    case file
    case words([String])
  }

  var words: [String] {
    if case .words(let words) = completion { words } else { [] }
  }

  func nearest(to text: String) -> [String] {
    Spelling.nearest(to: text, among: words).map { [$0] } ?? []
  }
}

extension ValueKind {
  /// One of a few words.
  static func choice(_ placeholder: String) -> ValueKind<Value>
  where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    let words = Value.allCases.map(\.rawValue)
    return ValueKind(
      facts: ValueFacts(
        placeholder: placeholder, expected: "one of " + words.joined(separator: ", "), completion: .words(words)),
      parse: { Value(rawValue: $0) })
  }

  /// Text that reads itself.
  static func spelled(
    _ placeholder: String, _ expected: String, completing completion: ValueFacts.Completion = .none,
    where isValid: @escaping (Value) -> Bool = { _ in true }
  ) -> ValueKind<Value> where Value: LosslessStringConvertible {
    ValueKind(
      facts: ValueFacts(placeholder: placeholder, expected: expected, completion: completion),
      parse: { Value($0).flatMap { isValid($0) ? $0 : nil } })
  }
}

extension ValueKind where Value: FixedWidthInteger {
  static func wholeNumber(in range: ClosedRange<Int>) -> ValueKind {
    ValueKind(
      facts: ValueFacts(
        placeholder: "N", expected: "a whole number from \(range.lowerBound.grouped) to \(range.upperBound.grouped)"),
      parse: { Int(wholeNumber: $0).flatMap { range.contains($0) ? Value($0) : nil } })
  }
}

extension ValueKind<UInt64> {
  static var seed: ValueKind {
    ValueKind(
      facts: ValueFacts(placeholder: "N", expected: "a number below 2^64, decimal or 0x and hex digits"),
      parse: { text in
        let isHex = text.hasPrefix("0x") || text.hasPrefix("0X")
        let digits = isHex ? text.dropFirst(2) : text[...]
        return digits.first == "+" ? nil : UInt64(digits, radix: isHex ? 16 : 10)
      })
  }
}

extension ValueKind<String> {
  static func path(_ expected: String) -> ValueKind {
    ValueKind(
      facts: ValueFacts(placeholder: "PATH", expected: expected, completion: .file),
      parse: { $0.isEmpty ? nil : $0 })
  }
}
