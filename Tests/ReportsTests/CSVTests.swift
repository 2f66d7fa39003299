import Outcomes
import Reports
import Testing

struct CSVTests {
  @Test(arguments: ["a,b", "say \"x\"", "two\nlines", "cr\r\nlf", "\"", ",", "e\u{301}\"\u{301}", "plain", " spaced "])
  func `a quoted cell comes back whole`(text: String) {
    #expect(Self.cells(CSV.line([.text("first"), .text(text), .integer(1)])) == ["first", text, "1"])
  }

  @Test(arguments: ["=1+2", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "'quoted'", "'", "''=x"])
  func `a formula is made text, and is taken back`(text: String) {
    let written = Self.cells(CSV.line([.text(text)]))[0]
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

  @Test func `every line has as many cells as the header`() {
    let row = SampleRows.row("a,\"b\"", status: .skipped("line\nbreak, and =formula"))
    #expect(Self.cells(CSV.line(of: row)).count == StressColumns.all.count)
    #expect(Self.cells(CSV.header) == StressColumns.all.map(\.name))
  }

  @Test func `rows come in the report's order, whatever order they ran in`() {
    let shuffled = CSV.text(of: SampleRows.all.reversed())
    #expect(shuffled == CSV.text(of: SampleRows.all.inReportOrder))
    #expect(shuffled.hasPrefix(CSV.header))
  }

  /// One record of RFC 4180, read by the book and apart from the code under test.
  private static func cells(_ line: String) -> [String] {
    var cells = [""]
    var isQuoted = false
    var previous: Unicode.Scalar?
    for scalar in line.unicodeScalars.dropLast() {
      switch scalar {
      case "\"":
        // A quote right behind a closing one stands for itself, and the cell goes on.
        if !isQuoted && previous == "\"" { cells[cells.count - 1] += "\"" }
        isQuoted.toggle()
      case "," where !isQuoted: cells.append("")
      default: cells[cells.count - 1].unicodeScalars.append(scalar)
      }
      previous = scalar
    }
    return cells
  }
}
