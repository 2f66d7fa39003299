import Foundation
import SingletonCore
import SingletonReports
import SingletonTextFormats
import TestSupport
import Testing

/// Compares whole outputs of the sample rows with the files in `Golden`.
@Suite struct `Recorded outputs` {
  private let rows = SampleRows.all

  private static let samples = [
    TimingSample(kind: .access, operations: 10_000, elapsedNanoseconds: 12_500),
    TimingSample(kind: .floor, operations: 10_000, elapsedNanoseconds: 2_500),
    TimingSample(kind: .access, operations: 10_000, elapsedNanoseconds: 12_600),
    TimingSample(kind: .firstWinner, operations: 1, elapsedNanoseconds: 40),
  ]

  @Test func `the CSV report is as recorded`() throws {
    try expectGolden(CSV.report(of: rows), named: "report.csv")
  }

  @Test func `the samples are as recorded, and number the batches of each kind`() throws {
    let text = SamplesCSV.header + SamplesCSV.lines(of: rows[3], samples: Self.samples)
    try expectGolden(text, named: "samples.csv")
  }

  @Test func `a row of the JSON report is as recorded`() throws {
    try expectGolden(JSON.report(of: [rows[0]]).text, named: "report.json")
  }

  @Test func `a JSON report has every column of every row, and null for an empty field`() throws {
    let object = try JSONSerialization.jsonObject(with: Data(JSON.report(of: rows).text.utf8))
    let report = try #require(object as? [String: Any])
    let written = try #require(report["rows"] as? [[String: Any]])
    #expect(report["schema_version"] as? UInt64 == StressColumns.schemaVersion)
    #expect(written.count == rows.count)
    #expect(written.allSatisfy { Set($0.keys) == Set(StressColumns.all.map(\.name)) })
    #expect(written.allSatisfy { $0["commit"] is NSNull })
    #expect(written.map { $0["strategy"] as? String } == rows.map(\.key.strategy))
  }

  @Test func `the column reference is as recorded`() throws {
    try expectGolden(Markdown.reference(of: StressColumns.all), named: "columns.md")
  }
}
