/// The text of one field, in the file's buffer.
public struct FieldText {
  public let bytes: UnsafeRawBufferPointer

  public init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  public var isEmpty: Bool { bytes.isEmpty }

  /// The text without the quote that ``SpreadsheetGuard`` has inserted, and harmless, or `nil` if it is not UTF-8.
  public var text: String? {
    String(validating: bytes, as: UTF8.self).map { SpreadsheetGuard.original($0).harmless }
  }

  /// The value of a text of digits only, or `nil` if it has other characters or is too large.
  public var integer: UInt64? {
    guard !bytes.isEmpty else { return nil }
    var value: UInt64 = 0
    for byte in bytes {
      guard let digit = Self.digit(byte) else { return nil }
      let (tenfold, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, carries) = tenfold.addingReportingOverflow(digit)
      guard !overflows, !carries else { return nil }
      value = sum
    }
    return value
  }

  /// The value of a text of hexadecimal digits after `0x`, or of decimal ones, or `nil` if it has another form or is too
  /// large.
  public var identifier: UInt64? {
    guard bytes.starts(with: "0x".utf8) else { return integer }
    let digits = bytes.dropFirst(2)
    // A sign is no digit.
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    return UInt64(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  /// The counts in a text such as `1=9000 2=950`, or `nil` if it has another form, does not ascend, has a count of 0, or
  /// a sum that is too large.
  ///
  /// Older files have `:` for `=`, which a spreadsheet takes for a time of day.
  public var counts: [UInt64: UInt64]? {
    var counts: [UInt64: UInt64] = [:]
    var (last, sum): (UInt64?, UInt64) = (nil, 0)
    for part in bytes.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false) {
      let numbers = part.split(omittingEmptySubsequences: false) { "=:".utf8.contains($0) }
        .map { FieldText(bytes: UnsafeRawBufferPointer(rebasing: $0)).integer }
      guard numbers.count == 2, let key = numbers[0], let count = numbers[1], count > 0 else { return nil }
      let (total, overflows) = sum.addingReportingOverflow(count)
      guard last.map({ $0 < key }) ?? true, !overflows else { return nil }
      (last, sum, counts[key]) = (key, total, count)
    }
    return counts
  }

  /// The value of digits, with an optional point and exponent, or `nil` if the text has another form or is not finite.
  public var real: Double? {
    if let exact = shortReal { return exact }
    let isNumeral = bytes.allSatisfy { Self.digit($0) != nil || ".eE+-".utf8.contains($0) }
    guard isNumeral, let first = bytes.first, Self.digit(first) != nil else { return nil }
    return Double(String(decoding: bytes, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The quotient of a number below 2^53 and a power of ten up to 10^22, both of which are exact, so that the quotient
  /// is the number nearest to the text (Clinger, PLDI 1990).
  private var shortReal: Double? {
    guard (1...16).contains(bytes.count) else { return nil }
    var value: UInt64 = 0
    var decimals: Int?
    for (index, byte) in bytes.enumerated() {
      if let digit = Self.digit(byte) {
        value = value * 10 + digit
        decimals = decimals.map { $0 + 1 }
      } else {
        guard byte == UInt8(ascii: "."), decimals == nil, index > 0 else { return nil }
        decimals = 0
      }
    }
    guard value < 1 << 53, decimals != 0 else { return nil }
    return Double(value) / Self.powersOfTen[decimals ?? 0]
  }

  private static let powersOfTen: [Double] = (0...16).map { exponent in
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  private static func digit(_ byte: UInt8) -> UInt64? {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") ? UInt64(byte - UInt8(ascii: "0")) : nil
  }
}
