import CommandTestSupport
import SingletonPlatform
import TestSupport
import Testing

@Suite struct `Options that write pages` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let report = try Repository.text("Tests/Bench/SingletonReportsTests/Golden/report.csv")
    let id = try #require(try ParsedReport(report)["run_id"].first)
    for name in ["a", "b", "c"] { try folder.write(report.replacing(id, with: name), to: name + ".csv") }
  }

  private func report(_ names: String..., options: [String] = []) -> InvocationResult {
    invoke(["report"] + names.map { folder($0) } + ["--html", folder("page.html")] + options)
  }

  @Test func `check writes a page with the steps, the source and the memory of a counterexample`() throws {
    let result = invoke(
      ["check", "--strategy", "unsynchronized-lazy", "--scenario", "first-access", "--threads", "2"]
        + ["--html", folder("check.html")], catalog: .standard)
    #expect(result.code == .passed)
    let page = try ParsedPage(folder.text(of: "check.html"))
    #expect(page.foreign == [])
    #expect(page.all("th").contains { $0.text == "memory afterwards, and who has seen it" })
    #expect(page.all("figcaption").map(\.text) == ["UnsynchronizedLazy.swift"])
    let steps = page.all("tr").compactMap { $0.attributes["data-step"] }
    let cursors = page.all("span").filter { $0.attributes["class"]?.hasPrefix("cursor ") == true }
    #expect(steps.count > 5 && cursors.count > 3)
    #expect(cursors.allSatisfy { steps.contains($0.attributes["data-step"]!) })
  }

  @Test func `a page made from check's JSON has the same steps and memory`() throws {
    let check = ["check", "--strategy", "unsynchronized-lazy", "--scenario", "first-access", "--threads", "2"]
    let json = invoke(check + ["--format", "json", "--html", folder("check.html")], catalog: .standard)
    try folder.write(json.output, to: "check.json")
    let made = invoke(
      ["report", folder("a.csv"), "--check", folder("check.json"), "--html", folder("page.html")], catalog: .standard)
    #expect(made.code == .passed)
    let executions = try ["check.html", "page.html"].map { name in
      try ParsedPage(folder.text(of: name)).all("div").filter { $0.attributes["class"] == "execution" }.map(\.text)
    }
    #expect(executions[0].count == 1 && executions[0] == executions[1])
  }

  @Test func `there is no page of weakened memory orders`() {
    let result = invoke("check", "--orderings", "--html", folder("check.html"))
    #expect(result.code == .usage && result.messages.contains("--html"))
  }

  @Test func `two reports are old and new, and more are a usage error`() throws {
    #expect(report("a.csv", "b.csv").code == .passed)
    let lead = try ParsedPage(folder.text(of: "page.html")).all("p").first { $0.attributes["class"] == "lead" }
    #expect(try #require(lead).text.hasPrefix("new: "))
    #expect(report("a.csv", "b.csv", "c.csv").code == .usage)
  }
}
