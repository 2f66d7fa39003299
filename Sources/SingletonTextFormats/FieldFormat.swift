/// The spelling of the values of a type in the fields of a file.
package struct FieldFormat<Value>: Sendable {
  /// The kind of value in fields that are not empty.
  package let kind: FieldKind
  /// The text after "expected: " in messages about a field that cannot be read.
  package let expected: String
  package let field: @Sendable (Value) -> FieldValue
  /// Returns the value of a field that is not empty, or `nil` if its text is not as expected.
  package let parse: @Sendable (String) -> Value?

  package init(
    _ kind: FieldKind, expected: String, field: @escaping @Sendable (Value) -> FieldValue,
    parse: @escaping @Sendable (String) -> Value?
  ) {
    (self.kind, self.expected, self.field, self.parse) = (kind, expected, field, parse)
  }
}

package enum FieldKind: String, Sendable { case text, integer, real }

extension FieldFormat<String> {
  package static var text: FieldFormat {
    FieldFormat(.text, expected: "UTF-8 text") {
      .text(orEmpty: $0)
    } parse: {
      SpreadsheetGuard.original($0).harmless
    }
  }
}

extension FieldFormat where Value: FixedWidthInteger & SendableMetatype {
  package static var integer: FieldFormat {
    FieldFormat(.integer, expected: "a whole number below 2^64") {
      .integer(orEmpty: $0)
    } parse: {
      $0.startsWithDigit ? UInt64($0).map(Value.init(clamping:)) : nil
    }
  }
}

extension FieldFormat<UInt64> {
  /// The format of a number of 64 bits that identifies something: hexadecimal digits after `0x`, or decimal ones, which
  /// older files have.
  package static var identifier: FieldFormat {
    FieldFormat(.text, expected: "0x and a hexadecimal number, or a decimal one, below 2^64") {
      .identifier($0)
    } parse: { text in
      guard text.hasPrefix("0x") else { return integer.parse(text) }
      let digits = text.dropFirst(2)
      // A sign is no digit.
      return digits.first?.isHexDigit == true ? UInt64(digits, radix: 16) : nil
    }
  }
}

extension FieldFormat<[UInt64: UInt64]> {
  /// The format of counts of some whole numbers, such as `1=9000 2=950`, ascending and without counts of 0.
  ///
  /// Older files have `:` for `=`, which a spreadsheet takes for a time of day.
  package static func counts(expected: String) -> FieldFormat {
    FieldFormat(.text, expected: expected) {
      $0.isEmpty ? .empty : .counts($0)
    } parse: { text in
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
  /// The format of a finite number of digits, with an optional point and exponent.
  package static func real(_ precision: DecimalFormat.Precision) -> FieldFormat {
    FieldFormat(.real, expected: "a decimal number, 0 or more") {
      .real(orEmpty: $0, precision)
    } parse: { text in
      guard text.startsWithDigit, text.utf8.allSatisfy({ isDigit($0) || ".eE+-".utf8.contains($0) }) else { return nil }
      return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
  }
}

extension FieldFormat<Bool> {
  /// The format of `yes` and `no`; in JSON, booleans.
  package static var flag: FieldFormat {
    FieldFormat(.text, expected: "yes or no") {
      .flag($0)
    } parse: {
      ["yes": true, "no": false][$0]
    }
  }
}

extension FieldFormat where Value: CaseIterable & RawRepresentable & SendableMetatype, Value.RawValue == String {
  /// The format of an enumeration: its raw values.
  package static var choice: FieldFormat {
    FieldFormat(.text, expected: "one of " + Value.allCases.map(\.rawValue).joined(separator: ", ")) {
      .text(orEmpty: $0.rawValue)
    } parse: {
      FieldFormat<String>.text.parse($0).flatMap { Value(rawValue: $0) }
    }
  }
}

extension FieldFormat where Value: LosslessStringConvertible & SendableMetatype {
  /// The format of a type that reads and prints its own text.
  package static func spelled(expected: String) -> FieldFormat {
    FieldFormat(.text, expected: expected) {
      .text($0.description)
    } parse: {
      FieldFormat<String>.text.parse($0).flatMap { Value($0) }
    }
  }
}

private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

extension String {
  fileprivate var startsWithDigit: Bool { utf8.first.map(isDigit) ?? false }
}
