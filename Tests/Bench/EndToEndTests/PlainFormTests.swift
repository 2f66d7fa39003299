import SingletonCore
import SingletonStrategies
import SingletonStrategyKit
import TestSupport
import Testing

/// The listings of the catalog, raced by the real program as they are written.
@Suite(.serialized) struct `Listings as they are raced` {
  /// The rows of the listings, each strategy and scenario once.
  private static let declared: [(subject: String, expected: Expectation)] = Catalog.standard.entries.flatMap { entry in
    (entry.raced(as: .plain)?.declarations ?? []).map { ("\(entry.info.id), \($0.scenario.id)", $0.expectation) }
  }

  private func run(_ arguments: String...) throws -> (end: ProcessResult, rows: [[String: String]]) {
    let runner = try CommandRunner()
    let process = try runner.start(
      .singletonBench, ["--form", "plain", "--threads", "2", "--progress", "never"] + arguments)
    let result = try process.wait(seconds: 600)
    return (result, try runner.report().rows)
  }

  @Test func `every strategy has a listing that is raced, or says why it has none`() {
    for entry in Catalog.standard.entries {
      #expect((entry.raced(as: .plain) == nil) == (entry.info.plain.reason != nil), "\(entry.info.id)")
      #expect(entry.raced(as: .plain)?.declarations.isEmpty != true, "\(entry.info.id)")
    }
  }

  @Test func `what Swift itself does has one form, whose listing shows all that is declared`() throws {
    let listed = Catalog.standard.entries.filter { $0.raced(as: .harness) == nil }
    #expect(
      Set(listed.map(\.info.id)) == [
        "static-let", "static-let-failable", "main-actor-static-let", "lazy-var", "arc-lazy", "arc-alloc",
        "arc-teardown", "arc-external-write", "weak-unguarded", "task-local",
      ])
    for entry in listed {
      let raced = try #require(entry.raced(as: entry.ownForm))
      #expect(raced.declarations.map(\.expectation) == entry.info.declarations.map(\.expectation))
      #expect(raced.declarations.map(\.scenario) == entry.info.scenarios)
    }
  }

  @Test func `no listing shows what is not declared, and each instance is counted`() throws {
    let (end, rows) = try run("--trials", "2", "--until-shown", "0")
    #expect(end.end == .exit(0) || end.end == .exit(3), "\(end.messages)")
    #expect(Set(rows.map { "\($0["strategy"]!), \($0["scenario"]!)" }) == Set(Self.declared.map(\.subject)))
    for row in rows {
      #expect(row["form"] == "plain" && row["grade"] != "failed", "\(row)")
      // A trial that never returns counts no instance, and neither does one in which the only initializer has thrown.
      let hasNone = row["scenario"] == "failing" || row["scenario"] == "canceled"
      if row["status"] == "ok" { #expect(Int(row["instances"]!)! > 0 || hasNone, "\(row)") }
    }
  }

  @Test func `two threads get two of the simplest listing, and one of a static let`() throws {
    let (_, rows) = try run(
      "--scenario", "first-access", "--strategy", "unsynchronized-lazy", "--strategy", "static-let", "--time", "400ms")
    let byName = Dictionary(uniqueKeysWithValues: rows.map { ($0["strategy"]!, $0) })
    #expect(byName["unsynchronized-lazy"]?["instances_max"] == "2")
    #expect(byName["static-let"]?["instances_max"] == "1")
    #expect(byName["static-let"]?["inits"] == byName["static-let"]?["trials"])
  }

  @Test func `listings pay the cost of the initializer, and an initializer that asks is nested`() throws {
    let (_, slow) = try run(
      "--scenario", "first-access", "--strategy", "unsynchronized-lazy", "--initializer-cost", "sleep:20ms", "--trials",
      "8")
    #expect(
      slow.first.map { Int($0["instances"]!)! > 8 } == true, "one thread finds nothing while the other one builds")
    let (_, nested) = try run("--scenario", "reentrant", "--strategy", "synchronized-lazy", "--trials", "4")
    #expect(nested.first.map { Int($0["nested_inits"]!)! > 0 } == true)
  }

  @Test func `a row of a listing is repeated as one`() throws {
    let (end, _) = try run(
      "--strategy", "exposed-global", "--scenario", "external-write", "--trials", "30", "--no-check")
    #expect(end.end == .exit(0), "\(end.messages)")
    var key = RowKey(strategy: "mutex", form: .plain, scenario: .firstAccess, threads: 2)
    #expect(key.specialOptions == ["--form plain"] && key.title == "mutex, first-access, 2 threads, plain")
    key.form = RowForm.harness.rawValue
    #expect(key.specialOptions.isEmpty)
  }
}
