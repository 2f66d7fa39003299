/// The spelling of the values of a type in the fields of a file.
package struct FieldFormat<Value>: Sendable {
  package let kind: FieldKind
  /// The text after "expected: " in messages about a field that cannot be read.
  package let expected: String
  /// The words of which a field has one, or an empty array if there are too many to list.
  let choices: [String]
  package let field: @Sendable (Value) -> FieldValue
  /// Returns the value of a field that is not empty, or `nil` if its text is not as expected.
  package let parse: @Sendable (String) -> Value?

  package init(
    _ kind: FieldKind, expected: String, choices: [String] = [], field: @escaping @Sendable (Value) -> FieldValue,
    parse: @escaping @Sendable (String) -> Value?
  ) {
    (self.kind, self.expected, self.choices, self.field, self.parse) = (kind, expected, choices, field, parse)
  }
}

package enum FieldKind: String, Sendable { case text, integer, real }

extension FieldFormat<String> {
  package static var text: FieldFormat {
    FieldFormat(.text, expected: "UTF-8 text", field: FieldValue.text(orEmpty:)) {
      SpreadsheetGuard.original($0).harmless
    }
  }

  /// The format of text that must be one of these words.
  package static func word(among words: [String]) -> FieldFormat {
    FieldFormat(
      .text, expected: "one of " + words.joined(separator: ", "), choices: words, field: FieldValue.text(orEmpty:)
    ) {
      text.parse($0).flatMap { words.contains($0) ? $0 : nil }
    }
  }

  /// The format of text that is read as another type must be able to read it.
  package static func text<Other: LosslessStringConvertible & SendableMetatype>(
    expected: String, as _: Other.Type
  ) -> FieldFormat {
    FieldFormat(.text, expected: expected, field: FieldValue.text(orEmpty:)) {
      text.parse($0).flatMap { Other($0) == nil ? nil : $0 }
    }
  }
}

extension FieldFormat where Value: FixedWidthInteger & SendableMetatype {
  package static var integer: FieldFormat {
    FieldFormat(.integer, expected: "a whole number below 2^64", field: { .integer(orEmpty: $0) }) {
      $0.startsWithDigit ? UInt64($0).map(Value.init(clamping:)) : nil
    }
  }
}

extension FieldFormat<UInt64> {
  /// The format of a 64-bit number that identifies something. It is written as hexadecimal digits after `0x`; older
  /// files have decimal digits.
  package static var identifier: FieldFormat {
    let expected = "0x and a hexadecimal number, or a decimal one, below 2^64"
    return FieldFormat(.text, expected: expected, field: FieldValue.identifier) { text in
      guard text.hasPrefix("0x") else { return integer.parse(text) }
      let digits = text.dropFirst(2)
      // `UInt64` would accept a sign.
      return digits.first?.isHexDigit == true ? UInt64(digits, radix: 16) : nil
    }
  }
}

extension FieldFormat<[UInt64: UInt64]> {
  /// The format of counts, keyed by whole numbers, such as `1=9000 2=950`. Keys are ascending, and counts of 0 are left
  /// out.
  ///
  /// Older files have `:` instead of `=`. A spreadsheet takes that for a time of day.
  package static func counts(expected: String) -> FieldFormat {
    FieldFormat(.text, expected: expected, field: { $0.isEmpty ? .empty : .counts($0) }) { text in
      var counts: [UInt64: UInt64] = [:]
      var (last, sum): (UInt64?, UInt64) = (nil, 0)
      for part in text.split(separator: " ", omittingEmptySubsequences: false) {
        let numbers = part.split(omittingEmptySubsequences: false) { "=:".contains($0) }
          .map { FieldFormat<UInt64>.integer.parse(String($0)) }
        guard numbers.count == 2, let number = numbers[0], let count = numbers[1], count > 0 else { return nil }
        let (total, overflows) = sum.addingReportingOverflow(count)
        guard last.map({ $0 < number }) ?? true, !overflows else { return nil }
        (last, sum, counts[number]) = (number, total, count)
      }
      return counts
    }
  }
}

extension FieldFormat<Double> {
  /// The format of a finite real number in decimal digits, with an optional point and exponent.
  package static func real(_ precision: DecimalFormat.Precision) -> FieldFormat {
    FieldFormat(.real, expected: "a decimal number, 0 or more", field: { .real(orEmpty: $0, precision) }) { text in
      guard text.startsWithDigit, text.utf8.allSatisfy({ isDigit($0) || ".eE+-".utf8.contains($0) }) else { return nil }
      return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
  }
}

extension FieldFormat<Bool> {
  /// The format of a Boolean: `yes` and `no`, or in JSON `true` and `false`.
  package static var flag: FieldFormat {
    FieldFormat(.text, expected: "yes or no", field: FieldValue.flag) { ["yes": true, "no": false][$0] }
  }
}

extension FieldFormat where Value: CaseIterable & RawRepresentable & SendableMetatype, Value.RawValue == String {
  /// The format of an enumeration: its raw values.
  package static var choice: FieldFormat {
    let word = FieldFormat<String>.word(among: Value.allCases.map(\.rawValue))
    return FieldFormat(.text, expected: word.expected, choices: word.choices, field: { word.field($0.rawValue) }) {
      word.parse($0).flatMap { Value(rawValue: $0) }
    }
  }
}

extension FieldFormat where Value: LosslessStringConvertible & SendableMetatype {
  /// The format of a type that reads and prints its own text.
  package static func spelled(expected: String) -> FieldFormat {
    FieldFormat(.text, expected: expected, field: { .text($0.description) }) {
      FieldFormat<String>.text.parse($0).flatMap { Value($0) }
    }
  }
}

private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

extension String {
  fileprivate var startsWithDigit: Bool { utf8.first.map(isDigit) ?? false }
}

/// The value of one column in one row.
package enum FieldValue: Equatable, Sendable {
  /// An unknown or inapplicable value. It is never written as 0.
  case empty
  case text(String)
  /// `yes` or `no`; in JSON, a Boolean.
  case flag(Bool)
  case integer(UInt64)
  /// A 64-bit number that identifies something and is not a quantity. It is written in hexadecimal after `0x`, and as a
  /// string in JSON, because spreadsheets and many readers of JSON store numbers as doubles, which have only 53 bits.
  case identifier(UInt64)
  /// How often each whole number occurred. Numbers that did not occur are left out. In JSON, an object.
  case counts([UInt64: UInt64])
  /// A real number, given as formatted text.
  case real(String)

  /// The text in a file, before it is quoted.
  package var spelling: String {
    switch self {
    case .empty: ""
    case .text(let text): text
    case .flag(let flag): flag ? "yes" : "no"
    case .integer(let value): String(value)
    case .identifier(let value): "0x" + String(value, radix: 16)
    case .counts(let counts): Self.inOrder(counts).map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    case .real(let numeral): numeral
    }
  }

  static func inOrder(_ counts: [UInt64: UInt64]) -> [(key: UInt64, value: UInt64)] {
    counts.sorted { $0.key < $1.key }
  }
}

extension FieldValue {
  package static func text(orEmpty text: String?) -> FieldValue {
    guard let text, !text.isEmpty else { return .empty }
    return .text(text)
  }

  package static func integer(orEmpty value: (some BinaryInteger)?) -> FieldValue {
    value.flatMap { UInt64(exactly: $0) }.map(FieldValue.integer) ?? .empty
  }

  package static func real(orEmpty value: Double?, _ precision: DecimalFormat.Precision) -> FieldValue {
    value.flatMap { DecimalFormat.spelled($0, precision) }.map(FieldValue.real) ?? .empty
  }
}
