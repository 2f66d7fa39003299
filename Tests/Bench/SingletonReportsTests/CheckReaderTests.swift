import SingletonCore
import SingletonReports
import SingletonTextFormats
import TestSupport
import Testing

@Suite struct `Reading the results of a check` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ text: String) throws -> [CheckRow] {
    try folder.write(text, to: "check")
    return try CheckReader.rows(path: folder("check"))
  }

  @Test func `a check that was written as JSON reads back as it was, with its steps`() throws {
    let text = JSON.check(of: SampleResults.rows).text
    let rows = try read(text)
    #expect(JSON.check(of: rows).text == text)
    #expect(rows.map(\.found) == SampleResults.rows.map(\.found))
    #expect(rows.map(\.strongestModels) == SampleResults.rows.map(\.strongestModels))
    let example = try #require(rows[1].counterexample)
    #expect(example.steps.map { example.columns[$0.column] } == ["thread 2", "thread 1"])
    #expect(example.steps.map { $0.source?.place } == ["Lazy.swift:7", nil])
  }

  @Test func `a check that was written as CSV reads back as it was, without its steps`() throws {
    let text = CSV.text(of: SampleResults.rows, CheckColumns.all)
    let rows = try read(text)
    #expect(CSV.text(of: rows, CheckColumns.all) == text)
    #expect(rows[1].counterexample?.steps.isEmpty == true)
  }

  @Test func `a column that only older results have is ignored`() throws {
    let text = CSV.text(of: SampleResults.rows, CheckColumns.all)
    let lines = text.split(separator: "\n").enumerated()
    let older = lines.map { "\($1),\($0 == 0 ? "estimate" : "90 to 400")\n" }.joined()
    #expect(try CSV.text(of: read(older), CheckColumns.all) == text)
    let json = JSON.check(of: SampleResults.rows).text
    let olderJSON = json.replacing("\"expected\":", with: "\"estimate\": \"90 to 400\", \"expected\":")
    #expect(olderJSON != json)
    #expect(try JSON.check(of: read(olderJSON)).text == json)
  }

  @Test(arguments: [
    "", "{}", "[]", "{\"rows\": []}", "{\"rows\": [1]}", "{\"rows\": [{}]}", "{\"rows\": [{\"strategy\": \"a\"}]}",
    "{\"rows\": [{\"strategy\": \"a\", \"scenario\": \"first-access\", \"threads\": -1}]}", "strategy\na\n", "{",
  ]) func `a file without results is refused with what was expected`(text: String) throws {
    let error = try #require(throws: InputError.self) { try read(text) }
    #expect(!error.expected.isEmpty && error.path == folder("check"))
  }

  @Test func `an unknown word is reported with its line and column`() throws {
    let text = CSV.text(of: SampleResults.rows, CheckColumns.all).replacing(",proved,", with: ",prooved,")
    let error = try #require(throws: InputError.self) { try read(text) }
    #expect(error.line == 2 && error.column == "verdict" && error.problem == "\"prooved\"")
    let json = JSON.check(of: SampleResults.rows).text.replacing("\"proved\"", with: "\"prooved\"")
    let other = try #require(throws: InputError.self) { try read(json) }
    #expect(other.line == 13 && other.problem == "verdict is \"prooved\"")
  }
}
