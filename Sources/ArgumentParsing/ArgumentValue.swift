import TextFormats

/// A kind of value: what it is called, what is expected of it, and how it is read and written.
package struct ArgumentValue<Value> {
  package let info: ValueInfo
  /// Returns `nil` if the text is not what is expected.
  package let parse: (String) -> Value?
  /// Returns a text that `parse` reads.
  package let format: (Value) -> String

  package init(info: ValueInfo, parse: @escaping (String) -> Value?, format: @escaping (Value) -> String) {
    self.info = info
    self.parse = parse
    self.format = format
  }

  /// - Parameter name: The option or argument, as the message calls it.
  func read(_ text: String, for name: String) throws(UsageError) -> Value {
    if let value = parse(text) { return value }
    let problem = text.isEmpty ? "\(name): the value is empty" : "\(name): \(text.quoted) is not valid"
    throw UsageError(problem, expected: info.expected, nearest: info.nearest(to: text))
  }
}

/// What help, completions and messages say of a value.
package struct ValueInfo {
  package let placeholder: String
  /// Completes "expected: ".
  package let expected: String
  package let completion: Completion

  package enum Completion {
    case none
    case file
    case words([String])
  }

  package init(placeholder: String, expected: String, completion: Completion = .none) {
    self.placeholder = placeholder
    self.expected = expected
    self.completion = completion
  }

  var words: [String] {
    if case .words(let words) = completion { words } else { [] }
  }

  fileprivate func nearest(to text: String) -> [String] {
    Suggestions.nearest(to: text, among: words).map { [$0] } ?? []
  }
}

extension ArgumentValue {
  /// One of a few words.
  package static func choice(_ placeholder: String) -> ArgumentValue<Value>
  where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    let words = Value.allCases.map(\.rawValue)
    return ArgumentValue(
      info: ValueInfo(
        placeholder: placeholder, expected: "one of " + words.joined(separator: ", "), completion: .words(words)),
      parse: { Value(rawValue: $0) }, format: \.rawValue)
  }

  /// A text that a type reads and prints.
  package static func spelled(
    _ placeholder: String, _ expected: String, completing completion: ValueInfo.Completion = .none,
    where isValid: @escaping (Value) -> Bool = { _ in true }
  ) -> ArgumentValue<Value> where Value: LosslessStringConvertible {
    ArgumentValue(
      info: ValueInfo(placeholder: placeholder, expected: expected, completion: completion),
      parse: { Value($0).flatMap { isValid($0) ? $0 : nil } }, format: \.description)
  }
}

extension ArgumentValue where Value: FixedWidthInteger {
  package static func wholeNumber(in range: ClosedRange<Int>) -> ArgumentValue {
    ArgumentValue(
      info: ValueInfo(
        placeholder: "N",
        expected: "a whole number from \(HumanFormat.grouped(range.lowerBound)) to \(HumanFormat.grouped(range.upperBound))"
      ),
      parse: { Int(wholeNumber: $0).flatMap { range.contains($0) ? Value($0) : nil } }, format: { String($0) })
  }
}

extension ArgumentValue<UInt64> {
  package static var seed: ArgumentValue {
    ArgumentValue(
      info: ValueInfo(placeholder: "N", expected: "a number below 2^64, decimal or 0x and hex digits"),
      parse: { text in
        let isHex = text.hasPrefix("0x") || text.hasPrefix("0X")
        let digits = isHex ? text.dropFirst(2) : text[...]
        return digits.first == "+" ? nil : UInt64(digits, radix: isHex ? 16 : 10)
      }, format: { String($0) })
  }
}

extension ArgumentValue<String> {
  package static func path(_ expected: String) -> ArgumentValue {
    ArgumentValue(
      info: ValueInfo(placeholder: "PATH", expected: expected, completion: .file),
      parse: { $0.isEmpty ? nil : $0 }, format: \.self)
  }

  /// Any text that is not empty.
  package static func text(_ placeholder: String, _ expected: String) -> ArgumentValue {
    ArgumentValue(
      info: ValueInfo(placeholder: placeholder, expected: expected), parse: { $0.isEmpty ? nil : $0 }, format: \.self)
  }
}

extension Int {
  /// Digits only. A number that does not fit becomes the largest, so that it fails as too large and not as unreadable.
  package init?(wholeNumber text: some StringProtocol) {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    self = Int(text) ?? Int.max
  }
}
