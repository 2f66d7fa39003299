import Outcomes
import TestSupport
import Testing

@testable import Reports

@Suite struct `Results of a check` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ text: String) throws -> [CheckResult] {
    try folder.write(text, to: "check")
    return try CheckResultReader.results(path: folder("check"))
  }

  @Test func `come back from JSON with their steps`() throws {
    let results = try read(JSON.check(of: SampleResults.rows).text)
    #expect(results.map(\.strategy) == SampleResults.rows.map(\.strategy))
    #expect(results.map(\.verdict) == SampleResults.rows.map(\.verdict))
    #expect(results.map(\.executions) == [12, 34, 5, 1_000_000, nil])
    #expect(results[1].steps.map(\.thread) == ["thread 2", "thread 1"])
    #expect(results[1].steps.map(\.place) == ["Lazy.swift:7", nil])
    #expect(results[1].steps.map(\.isConcerned) == [false, true])
    #expect(results[1].weakestModel == .sc && results[1].replay == "07B14-0G004")
  }

  @Test func `come back from CSV without them`() throws {
    let results = try read(CSV.text(of: SampleResults.rows, CheckColumns.all))
    #expect(results.map(\.grade) == SampleResults.rows.map(\.grade))
    #expect(results[1].witness == "thread 1 gets A, thread 2 gets B" && results[1].steps.isEmpty)
  }

  @Test(arguments: [
    "", "{}", "[]", "{\"rows\": []}", "{\"rows\": [1]}", "{\"rows\": [{}]}", "{\"rows\": [{\"strategy\": \"a\"}]}",
    "{\"rows\": [{\"strategy\": \"a\", \"scenario\": \"first-access\", \"threads\": -1}]}", "strategy\na\n", "{",
  ]) func `that are none are told with what was expected`(text: String) throws {
    let error = try #require(throws: InputError.self) { try read(text) }
    #expect(!error.expected.isEmpty && error.path == folder("check"))
  }

  @Test func `name the line, the column and the word that is wrong`() throws {
    let text = CSV.text(of: SampleResults.rows, CheckColumns.all).replacing(",proved,", with: ",prooved,")
    let error = try #require(throws: InputError.self) { try read(text) }
    #expect(error.line == 2 && error.column == "verdict" && error.problem == "\"prooved\"")
    let json = JSON.check(of: SampleResults.rows).text.replacing("\"proved\"", with: "\"prooved\"")
    let other = try #require(throws: InputError.self) { try read(json) }
    #expect(other.line == 8 && other.problem == "verdict is \"prooved\"")
  }
}
