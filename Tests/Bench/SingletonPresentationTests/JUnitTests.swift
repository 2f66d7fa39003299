import SingletonCore
import TestSupport
import Testing

@testable import SingletonComparison
@testable import SingletonPresentation

@Suite struct `JUnit reports` {
  private static let text = JUnit(run: SampleRows.all).text

  @Test func `each row is a test case, with the outcome that a CI system knows`() {
    #expect(Self.text.contains("tests=\"8\" failures=\"2\" errors=\"1\" skipped=\"2\""))
    #expect(Self.text.contains("name=\"spin-lock, 64 threads\" time=\"0.100\">\n      <error message=\"too weak: "))
    #expect(Self.text.contains("<skipped message=\"skipped: 64 threads asked, 12 started\"/>"))
  }

  private static func compared(
    _ verdict: GroupChange, isForgiven: Bool = false, threadSource: ThreadSourceKind = .dispatch
  ) -> String {
    let key = RowKey(strategy: "mutex", scenario: .firstAccess, threads: 2, threadSource: threadSource)
    let row = ComparisonRow(
      key: key, verdict: verdict, isForgiven: isForgiven, why: "the <reason>", old: nil, new: nil)
    return JUnit(comparison: [row]).text
  }

  @Test func `a comparison's reason is in the message, which every CI system shows`() {
    #expect(Self.compared(.worse).contains("<failure message=\"worse: the &lt;reason&gt;\">"))
    #expect(Self.compared(.tooWeak).contains("<error message=\"too weak: the &lt;reason&gt;\">"))
    #expect(!Self.compared(.same).contains("reason"))
  }

  @Test func `a forgiven comparison is skipped`() {
    #expect(Self.compared(.missing).contains("errors=\"1\""))
    let forgiven = Self.compared(.missing, isForgiven: true)
    #expect(forgiven.contains("errors=\"0\" skipped=\"1\"") && forgiven.contains("<skipped message=\"the "))
  }

  @Test func `a new row where that is forbidden is an error`() {
    #expect(Self.compared(.new).contains("<error message=\"new: the &lt;reason&gt;\">"))
    #expect(Self.compared(.new, isForgiven: true).contains("errors=\"0\" skipped=\"1\""))
  }

  @Test func `a row that has lost replicates is no test that passed`() {
    let rows =
      [SampleRows.row("once", grade: .passed, measured: SampleRows.measured(trials: 100))]
      + (2...3).map { SampleRows.row("once", status: .skipped("SIGKILL from outside"), replicate: $0) }
    #expect(
      JUnit(run: rows).text.contains(
        "<skipped message=\"2 of 3 replicates not counted: skipped: SIGKILL from outside\"/>"))
  }

  @Test func `groups that differ only in their thread source have different names`() {
    #expect(Self.compared(.same).contains("name=\"mutex, 2 threads\""))
    #expect(Self.compared(.same, threadSource: .pthread).contains("name=\"mutex, 2 threads, pthread\""))
  }

  @Test func `the forms of a strategy have different names in a run, too`() {
    var plain = SampleRows.row("once", grade: .passed, measured: SampleRows.measured(trials: 1))
    plain.key.form = RowForm.plain.rawValue
    let text = JUnit(run: [SampleRows.row("once", grade: .passed), plain]).text
    #expect(text.contains("name=\"once, 64 threads\"") && text.contains("name=\"once, 64 threads, plain\""))
  }

  @Test(arguments: ["<script>", "a & b", "\"quoted\"", "it's", "bell\u{7}", "null\u{0}", "]]>"])
  func `a name is never markup`(name: String) {
    let text = JUnit(run: [SampleRows.row(name, grade: .passed)]).text
    let markup = text.split(separator: "\n").filter { $0.contains("<testcase") }
    #expect(markup.count == 1)
    #expect(markup[0].filter { $0 == "<" }.count == 1 && markup[0].filter { $0 == "\"" }.count == 6)
    #expect(text.unicodeScalars.allSatisfy { $0 >= " " || $0 == "\n" })
  }
}
