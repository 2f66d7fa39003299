import SingletonCore
import TestSupport
import Testing

@testable import SingletonPresentation

@Suite struct `Pages of several machines` {
  private static func report(_ name: String, sees instances: Bool) -> PageReport {
    let counted = SampleRows.measured(trials: 100, access: 1) {
      guard instances else { return }
      $0[.violatingTrials] = 3
      $0[.multiInstanceTrials] = 3
      $0[.instancesMax] = 2
    }
    let quiet = SampleRows.measured(trials: 100, access: 1)
    return PageReport(
      name: name,
      rows: [
        SampleRows.row("mutex", grade: instances ? .failed : .passed, measured: counted),
        SampleRows.row("once", grade: .passed, measured: quiet),
      ])
  }

  @Test func `what one machine saw and the others did not comes first, with a column for each`() throws {
    let page = try ParsedPage(
      MachinesPage([
        Self.report("a.csv", sees: false), Self.report("b.csv", sees: true), Self.report("c.csv", sees: false),
      ]).text)
    #expect(page.foreign == [])
    #expect(page.all("h1").map(\.text) == ["singleton-bench: 3 runs"])
    #expect(page.all("header")[0].text.contains("3 runs: they disagree on 1 of 2 verdicts"))
    let disputed = try #require(page.all("section").first { $0.attributes["aria-labelledby"] == "disputed" })
    #expect(disputed.text.contains("mutex") && !disputed.text.contains("once"))
    let table = try #require(page.all("table").first { $0.text.hasPrefix("Verdicts that differ") })
    for name in ["a.csv", "b.csv", "c.csv"] { #expect(table.text.contains(name)) }
  }

  @Test func `runs of one machine are not called machines, and it is said how many fingerprints they have`() throws {
    let reports = [Self.report("a.csv", sees: false), Self.report("b.csv", sees: true)]
    let alike = try ParsedPage(MachinesPage(reports).text)
    #expect(alike.all("h1")[0].text == "singleton-bench: 2 runs")
    #expect(alike.all("header")[0].text.contains("the same fingerprint: one machine and build, or several"))
    let other = PageReport(
      name: "c.csv",
      rows: reports[0].rows.map { row in
        var row = row
        row.host.cores += 1
        row.host.fingerprint = "other"
        return row
      })
    let page = try ParsedPage(MachinesPage(reports + [other]).text)
    #expect(page.all("header")[0].text.contains("They have 2 fingerprints: machines or builds that differ."))
  }

  @Test func `times are not compared`() throws {
    let page = MachinesPage([Self.report("a.csv", sees: false), Self.report("b.csv", sees: false)])
    let main = try #require(ParsedPage(page.text).all("main").first)
    #expect(main.text.contains("mutex") && !main.text.contains(/\d ns|ns per access/))
  }

  @Test(arguments: `Pages of hostile texts`.texts) func `names of files stay text`(name: String) throws {
    let page = try ParsedPage(MachinesPage([Self.report(name, sees: true), Self.report("b", sees: false)]).text)
    #expect(page.foreign == [])
    #expect(page.all("h1").count == 1)
  }
}
