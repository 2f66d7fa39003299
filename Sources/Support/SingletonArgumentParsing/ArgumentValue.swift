import SingletonTextFormats

/// A kind of value: its description, and how it is parsed and formatted.
package struct ArgumentValue<Value> {
  package let info: ValueInfo
  /// Parses a text, or returns `nil` if it is not as expected.
  package let parse: (String) -> Value?
  /// Returns a text that ``parse`` accepts.
  package let format: (Value) -> String

  package init(info: ValueInfo, parse: @escaping (String) -> Value?, format: @escaping (Value) -> String) {
    self.info = info
    self.parse = parse
    self.format = format
  }

  /// - Parameter name: The name of the option or the argument in messages.
  func read(_ text: String, for name: String) throws(UsageError) -> Value {
    if let value = parse(text) { return value }
    let problem = text.isEmpty ? "\(name): the value is empty" : "\(name): \(text.quoted) is not valid"
    throw UsageError(problem, expected: info.expected, nearest: Suggestions.nearest(to: text, among: info.choices))
  }
}

/// The description of a value for help, completions, and messages.
package struct ValueInfo {
  package let placeholder: String
  // The text is composed only on request: a child process also parses options, and starts faster without the texts.
  private let composeExpected: () -> String
  private let composeCompletion: () -> Completion

  package enum Completion {
    case none
    case file
    case words([String])
  }

  package init(
    placeholder: String, expected: @autoclosure @escaping () -> String,
    completion: @autoclosure @escaping () -> Completion = .none
  ) {
    self.placeholder = placeholder
    composeExpected = expected
    composeCompletion = completion
  }

  /// The text after "expected: " in messages.
  package var expected: String { composeExpected() }
  package var completion: Completion { composeCompletion() }

  /// The words that the shell offers as values.
  package var choices: [String] { if case .words(let words) = completion { words } else { [] } }
}

extension ArgumentValue {
  /// Returns the kind of value that is an enumeration, spelled as its raw value.
  package static func choice(_ placeholder: String) -> ArgumentValue<Value>
  where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    var words: [String] { Value.allCases.map(\.rawValue) }
    return ArgumentValue(
      info: ValueInfo(
        placeholder: placeholder, expected: "one of " + words.joined(separator: ", "), completion: .words(words)),
      parse: { Value(rawValue: $0) }, format: \.rawValue)
  }

  /// Returns the kind of value whose type parses and prints its own text.
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
        expected:
          "a whole number from \(HumanFormat.grouped(range.lowerBound)) to \(HumanFormat.grouped(range.upperBound))"
      ),
      parse: { Int(wholeNumber: $0).flatMap { range.contains($0) ? Value($0) : nil } }, format: { String($0) })
  }
}

extension ArgumentValue<Double> {
  /// Returns the kind of value that is a decimal number with an optional exponent. Parsing a formatted number yields
  /// the same number.
  package static func realNumber(in range: ClosedRange<Double>) -> ArgumentValue {
    .spelled(
      "X", "a number from \(HumanFormat.short(range.lowerBound)) to \(HumanFormat.short(range.upperBound))",
      where: range.contains)
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
  package static func path(_ expected: String) -> ArgumentValue { .text("PATH", expected, completing: .file) }

  /// Returns the kind of value that is any text except the empty one.
  package static func text(
    _ placeholder: String, _ expected: @autoclosure @escaping () -> String,
    completing completion: @autoclosure @escaping () -> ValueInfo.Completion = .none
  ) -> ArgumentValue {
    ArgumentValue(
      info: ValueInfo(placeholder: placeholder, expected: expected(), completion: completion()),
      parse: { $0.isEmpty ? nil : $0 }, format: \.self)
  }
}

extension Int {
  /// Creates a number from a text that consists only of digits. Returns `nil` for any other text.
  ///
  /// A number that does not fit becomes `Int.max`, so that it is rejected as too large and not as unreadable.
  package init?(wholeNumber text: some StringProtocol) {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    self = Int(text) ?? Int.max
  }
}
