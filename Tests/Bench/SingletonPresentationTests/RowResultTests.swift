import SingletonCore
import TestSupport
import Testing

@testable import SingletonPresentation

@Suite struct `Lines of a run that goes on` {
  @Test func `a line begins with the grade that the last line of the run counts`() {
    let lines = SampleRows.all.map { $0.resultText(width: 200).text }
    for (row, line) in zip(SampleRows.all, lines) {
      let grade = row.grade?.rawValue ?? (row.status == .interrupted ? "interrupted" : "skipped")
      #expect(line.hasPrefix("\(grade): \(row.key.title): "), "\(line)")
    }
    #expect(lines[4] == "passed: subclass-once, subclass, 64 threads: crashed (SIGILL)\n")
    #expect(lines.allSatisfy { !$0.contains("✓") && !$0.contains("✗") })
  }

  @Test func `a line says what the table of rows says`() {
    for row in SampleRows.all where row.status != .interrupted {
      #expect(row.resultText(width: 300).text.contains(RunTable([row]).table.rows[0].cells.last!.text))
    }
  }

  @Test(arguments: [30, 80]) func `a line that is too long goes on in the next, and no figure is cut`(width: Int) {
    let text = SampleRows.all[0].resultText(width: width).text
    #expect(text.split(separator: "\n").allSatisfy { $0.count < width })
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.hasSuffix("unsafe: two instances, initialized again; 22.0% of 1.2 M trials violate"))
  }
}
