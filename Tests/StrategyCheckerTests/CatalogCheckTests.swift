import Core
import MemoryModels
import ModelChecker
import Strategies
import StrategyKit
import Testing

@testable import StrategyChecker

/// One row of a check.
struct CheckPlace: CustomTestStringConvertible, Sendable {
  let check: StrategyCheck
  var testDescription: String { "\(check.entry.info.id), \(check.scenario.id), \(check.threads)" }

  static func all(threads: Int) -> [CheckPlace] {
    modeled.flatMap { entry in
      entry.info.declarations.map {
        CheckPlace(check: check(entry, $0.scenario, threads))
      }
    }
  }

  static let modeled = Catalog.standard.entries.filter(\.isModeled)

  static func check(
    _ strategy: String, _ scenario: Scenario = .firstAccess, threads: Int = 2, model: MemoryModel = .rc11
  ) throws -> StrategyCheck {
    check(try #require(Catalog.standard.entry(strategy)), scenario, threads, model)
  }

  static func check(
    _ entry: CatalogEntry, _ scenario: Scenario, _ threads: Int, _ model: MemoryModel = .rc11
  ) -> StrategyCheck {
    StrategyCheck(entry, scenario, threads: threads, model: model, sources: Catalog.standard.sources)
  }
}

@Suite struct `The catalog, checked` {
  @Test(arguments: CheckPlace.all(threads: 2)) func `is as declared with two threads`(place: CheckPlace) throws {
    try expectAsDeclared(place)
  }

  @Test(arguments: CheckPlace.all(threads: 3))
  func `is as declared with three threads`(place: CheckPlace) throws {
    try expectAsDeclared(place)
  }

  private func expectAsDeclared(_ place: CheckPlace) throws {
    let result = try #require(try place.check.run())
    let demand = place.check.expectation.demand
    let isAsDeclared = place.check.grade(result).map { [.passed, .reproduced].contains($0) } == true
    #expect(isAsDeclared, "found \(result.found.inOrder), declared \(demand)")
    let breaks = result.found.contains(where: \.breaksPromise)
    if !breaks { #expect(result.isComplete && result.executions > 0) }
    for finding in result.found {
      let example = try #require(place.check.counterexample(finding, in: result))
      #expect(example.sentence.hasSuffix("."))
      try expectSources(of: example, place.check.entry.info)
    }
  }

  /// Each step of the strategy itself names a line of its source, or of a file that it is built on. The other steps are the
  /// caller's.
  private func expectSources(of example: Counterexample, _ info: StrategyInfo) throws {
    // The default construction is the protocol's.
    let files = Catalog.standard.sources(of: info) + [try #require(Catalog.standard.sources["StrategyKit/Strategy.swift"])]
    for step in example.steps {
      #expect(!step.operation.contains("word "), "a location without a name: \(step.operation)")
      guard let source = step.source else {
        let ofCaller = ["looks into", "keeps what", "takes what", "retains", "releases", "comes to its end"]
        #expect(ofCaller.contains { step.operation.contains($0) }, "no source line: \(step.operation)")
        continue
      }
      let file = try #require(files.first { $0.name == source.file }, "\(source.place) of \(step.operation)")
      #expect(file.lines[source.line - 1].contains(source.text))
    }
  }

  @Test(arguments: CheckPlace.modeled.map(\.info.id))
  func `every memory order is needed, or is declared as stronger than needed`(strategy: String) throws {
    let entry = try #require(CheckPlace.modeled.first { $0.info.id == strategy })
    let checks = entry.info.declarations.filter { $0.scenario != .reentrant }.flatMap { declaration in
      (declaration.scenario == .subclass ? [2, 4] : [2, 3]).map {
        StrategyCheck(entry, declaration.scenario, threads: $0, sources: Catalog.standard.sources)
      }
    }
    let rows = try OrderingAnalysis(checks, limits: CheckLimits(executions: 20_000)).run()
    for row in rows {
      #expect((row.verdict == .needed) == (row.reason == nil), "\(row.file):\(row.line) \(row.role): \(row.source)")
    }
    let reasons = Set(rows.compactMap(\.reason))
    #expect(reasons == Set(entry.info.relaxableOrderings.map(\.why)), "a reason without its memory order")
  }
}

@Suite struct `A check` {
  @Test func `finds the half-built object behind a relaxed load, in its shortest form`() throws {
    let check = try CheckPlace.check("relaxed-double-checked-lock")
    let result = try #require(try check.run())
    let example = try #require(check.counterexample(.halfBuilt, in: result))
    #expect(example.steps.count == 7)
    #expect(example.steps.count { $0.staleness != nil } == 1)
    let switches = zip(example.steps, example.steps.dropFirst()).count { $0.column != $1.column }
    #expect(switches == 1)
  }

  @Test(arguments: [MemoryModel.tso, .sc]) func `finds no half-built object where stores are seen in order`(
    model: MemoryModel
  ) throws {
    for strategy in ["relaxed-double-checked-lock", "double-checked-lock", "semaphore-guarded"] {
      let result = try #require(try CheckPlace.check(strategy, model: model).run())
      #expect(result.isComplete && result.found == [.race])
    }
  }

  @Test func `finds two instances on any machine`() throws {
    let check = try CheckPlace.check("unsynchronized-lazy", model: .sc)
    #expect(try check.shows(.instances, limits: CheckLimits()) == true)
  }

  @Test func `proves the correct double-checked lock, and counts its executions`() throws {
    let executions = try [2, 3, 4].map { threads in
      let result = try #require(try CheckPlace.check("double-checked-lock-acquire", threads: threads).run())
      #expect(result.isComplete && result.found.isEmpty)
      return result.executions
    }
    #expect(executions == [4, 15, 64])
  }

  @Test func `stops at a limit, exactly`() throws {
    let result = try #require(try CheckPlace.check("once-token", threads: 3).run(limits: CheckLimits(executions: 7)))
    #expect(result.isLimited && !result.isComplete && result.executions == 7)
  }

  @Test func `knows on which machines a finding can be seen, and admits where a limit left that open`() throws {
    let check = try CheckPlace.check("relaxed-double-checked-lock")
    let halfBuilt = Defect.halfBuilt
    #expect(try check.strongestModel(showing: halfBuilt, limits: CheckLimits()) == .rc11)
    #expect(try check.strongestModel(showing: halfBuilt, limits: CheckLimits(executions: 1)) == nil)
    #expect(try check.strongestModel(showing: .race, limits: CheckLimits()) == .sc)
  }

  @Test func `tells of a wait until the limit`() throws {
    let check = try CheckPlace.check("semaphore-guarded", .reentrant)
    let result = try #require(try check.run())
    #expect(result.found.contains(.trap) && !result.found.contains(.hang))
    let example = try #require(check.counterexample(.trap, in: result))
    #expect(example.steps.filter(\.isConcerned).map(\.operation) == ["waits at lock until its limit"])
    let waiting = Set(example.steps.filter { $0.operation.hasPrefix("waits at lock") }.map(\.column))
    #expect(waiting == [0, 1], "who keeps the lock from the other waits too")
    #expect(example.sentence.contains("waits until the semaphore's limit"))
  }

  @Test func `says the same at every run`() throws {
    let check = try CheckPlace.check("weak", .reacquire)
    let results = try (0..<2).map { _ in try #require(try check.run()) }
    #expect(results[0].executions == results[1].executions)
    #expect(results[0].found == results[1].found)
    for finding in results[0].found {
      #expect(
        check.counterexample(finding, in: results[0])?.code == check.counterexample(finding, in: results[1])?.code)
    }
  }
}

@Suite struct `A replay code` {
  private static func example(_ strategy: String = "double-checked-lock") throws -> Counterexample {
    let check = try CheckPlace.check(strategy)
    let result = try #require(try check.run())
    let finding = try #require(check.mainFinding(in: result))
    return try #require(check.counterexample(finding, in: result))
  }

  @Test(arguments: ["double-checked-lock", "unsynchronized-lazy", "once-token-nested", "synchronized-alloc"])
  func `shows the same counterexample again, in capitals or small letters`(strategy: String) throws {
    let example = try Self.example(strategy)
    for text in [example.code, example.code.lowercased(), example.code.replacing("-", with: "")] {
      let again = try #require(try ReplayCode(text, catalog: .standard).counterexample(in: .standard))
      #expect(again.steps.map(\.operation) == example.steps.map(\.operation))
      #expect(again.sentence == example.sentence && again.code == example.code)
    }
  }

  @Test func `is refused with any one letter changed, left out or put in`() throws {
    let code = try Self.example().code.filter { $0 != "-" }
    for place in code.indices.dropLast(2) {
      let other: Character = code[place] == "7" ? "8" : "7"
      let offset = code.distance(from: code.startIndex, to: place)
      var letters = Array(code)
      letters[offset] = other
      #expect(throws: ReplayCodeError.self) { try ReplayCode(String(letters), catalog: .standard) }
      letters.remove(at: offset)
      #expect(throws: ReplayCodeError.self) { try ReplayCode(String(letters), catalog: .standard) }
    }
  }

  @Test(arguments: [0, 3, 4, 15, 16, 17, 511, 512, 10_000]) func `keeps each choice, however large`(choice: Int) throws
  {
    let check = try CheckPlace.check("double-checked-lock")
    let turns = [(0, false), (15, true), (1, true)].map {
      Schedule.Turn(thread: $0.0, choice: choice, timesOut: $0.1)
    }
    let schedule = Schedule(turns: turns, concerned: [0, 2, 300])
    let builder = CounterexampleBuilder(
      entry: check.entry, scenario: check.scenario, threads: 2, model: .tso, sources: .none)
    let code = ReplayCode(builder, .race, schedule)
    let again = try ReplayCode(code.text, catalog: .standard)
    #expect(again.schedule == schedule)
    #expect(again.model == .tso && again.finding == .race && again.threads == 2)
  }

  @Test func `of a counterexample without a step is a code too`() throws {
    let check = try CheckPlace.check("double-checked-lock")
    let builder = CounterexampleBuilder(
      entry: check.entry, scenario: check.scenario, threads: 2, model: .rc11, sources: .none)
    let code = ReplayCode(builder, .trap, Schedule(turns: [], concerned: []))
    #expect(try ReplayCode(code.text, catalog: .standard).schedule == code.schedule)
  }

  @Test func `of another version is refused as such`() {
    #expect(throws: ReplayCodeError.version(1)) {
      try ReplayCode("07B14-0G004-31040-G2080-009K8-8", catalog: .standard)
    }
  }

  @Test(arguments: [[0x80], [0x01, 0xff], [0x80, 0x80, 0x80, 0x80, 0x01]] as [[UInt8]])
  func `whose numbers break off or have no end holds none`(bytes: [UInt8]) {
    #expect(LEB128.decoded(bytes) == nil)
  }

  @Test(arguments: ["", "x", "0", "ILOU", "\u{0}", "00000-00000-00000", "é", String(repeating: "Z", count: 10_000)])
  func `that is none is refused`(text: String) {
    #expect(throws: ReplayCodeError.self) { try ReplayCode(text, catalog: .standard) }
  }
}
