import Outcomes
import Testing

@testable import Reports

struct JUnitTests {
  private static let text = JUnit(run: SampleRows.all).text

  @Test func `each row is a test case, with the outcome that a CI system knows`() {
    #expect(Self.text.contains("tests=\"8\" failures=\"2\" errors=\"1\" skipped=\"2\""))
    #expect(Self.text.contains("name=\"spin-lock, 64 threads\" time=\"0.100\">\n      <error message=\"too weak: "))
    #expect(Self.text.contains("<skipped message=\"skipped: 64 threads asked, 12 started\"/>"))
  }

  @Test(arguments: ["<script>", "a & b", "\"quoted\"", "it's", "bell\u{7}", "null\u{0}", "]]>"])
  func `nothing that a name holds is markup`(name: String) {
    let text = JUnit(run: [SampleRows.row(name, grade: .held)]).text
    let markup = text.split(separator: "\n").filter { $0.contains("<testcase") }
    #expect(markup.count == 1)
    #expect(markup[0].filter { $0 == "<" }.count == 1 && markup[0].filter { $0 == "\"" }.count == 6)
    #expect(text.unicodeScalars.allSatisfy { $0 >= " " || $0 == "\n" })
  }
}
