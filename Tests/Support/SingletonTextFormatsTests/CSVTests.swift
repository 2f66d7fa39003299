import SingletonTextFormats
import Testing

@Suite struct `Writing CSV` {
  @Test(arguments: ["a,b", "say \"x\"", "two\nlines", "cr\r\nlf", "\"", ",", "e\u{301}\"\u{301}", "plain", " spaced "])
  func `a quoted field is read back whole, and harmless`(text: String) {
    #expect(Self.fields(CSV.line([.text("first"), .text(text), .integer(1)])) == ["first", text.harmless, "1"])
  }

  @Test(arguments: ["=1+2", "+1", "-1", "@SUM(A1)", "'quoted'", "'", "''=x"])
  func `a formula is guarded as text, and is read back as it was`(text: String) {
    let written = Self.fields(CSV.line([.text(text)]))[0]
    #expect(written.hasPrefix("'"))
    #expect(SpreadsheetGuard.original(written) == text)
  }

  @Test(arguments: ["", "a=b", "sound", "it's"]) func `a harmless text is left alone`(text: String) {
    #expect(SpreadsheetGuard.guarded(text) == text)
    #expect(SpreadsheetGuard.original(text) == text)
  }

  @Test func `a number is never guarded`() {
    #expect(CSV.line([.real("-1.5"), .integer(7), .empty]) == "-1.5,7,\n")
  }

  @Test func `every line has as many fields as the header`() {
    let columns: [Column<[String]>] = [
      Column("a,b", "One.", .text) { $0[0] }, Column("two\nlines", "Two.", .text) { $0[1] },
      Column("three", "Three.", .text) { _ in "" },
    ]
    let lines = CSV.text(of: [["line\nbreak", "=formula, quoted \""]], columns)
    #expect(lines.hasPrefix(CSV.header(of: columns)))
    #expect(Self.fields(CSV.header(of: columns)) == ["a,b", "two\\nlines", "three"])
    #expect(
      Self.fields(CSV.line(of: ["line\nbreak", "=formula, quoted \""], columns))
        == ["line\\nbreak", "'=formula, quoted \"", ""])
  }

  /// Returns the fields of one record as RFC 4180 defines them, independently of the code under test.
  private static func fields(_ line: String) -> [String] {
    var fields = [""]
    var isQuoted = false
    var previous: Unicode.Scalar?
    for scalar in line.unicodeScalars.dropLast() {
      switch scalar {
      case "\"":
        // A quote right after a closing quote stands for itself, and the field continues.
        if !isQuoted && previous == "\"" { fields[fields.count - 1] += "\"" }
        isQuoted.toggle()
      case "," where !isQuoted: fields.append("")
      default: fields[fields.count - 1].unicodeScalars.append(scalar)
      }
      previous = scalar
    }
    return fields
  }
}
