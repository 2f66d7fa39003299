import SingletonCore
import SingletonMemoryModels
import SingletonModelChecker
import SingletonStrategies
import SingletonStrategyKit
import Testing

@testable import SingletonStrategyChecker

/// One strategy in one scenario with a number of threads.
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

@Suite struct `Checks of the catalog` {
  @Test(arguments: CheckPlace.all(threads: 2))
  func `a strategy is as declared with two threads`(place: CheckPlace) throws {
    try expectAsDeclared(place)
  }

  @Test(arguments: CheckPlace.all(threads: 3))
  func `a strategy is as declared with three threads`(place: CheckPlace) throws {
    try expectAsDeclared(place)
  }

  /// Some have too many executions to visit all.
  @Test(arguments: CheckPlace.all(threads: 4))
  func `a strategy shows nothing that is not declared with four threads`(place: CheckPlace) throws {
    let row = try place.check.row(limits: CheckLimits(executions: 5_000))
    #expect(row.grade != .failed, "\(place.testDescription): \(row.found.inOrder)")
  }

  @Test(arguments: CheckPlace.all(threads: 2) + CheckPlace.all(threads: 3).filter { $0.check.scenario == .firstAccess })
  func `each finding has the strongest model that shows it`(place: CheckPlace) throws {
    let row = try place.check.row()
    #expect(Set(row.strongestModels.keys) == row.found)
    for (number, model) in MemoryModel.strongestFirst.enumerated() {
      let shown = try #require(try place.check.under(model).run()).found
      let allowed = MemoryModel.strongestFirst.prefix(number + 1)
      let tagged = row.found.filter { allowed.contains(row.strongestModels[$0]!) }
      #expect(shown == tagged, "under \(model)")
    }
  }

  @Test(arguments: CheckPlace.all(threads: 2))
  func `the counterexample is one of the strongest model with a finding that a caller can observe`(
    place: CheckPlace
  ) throws {
    let row = try place.check.row()
    let observable = row.breaches.subtracting([.race])
    let strongest = MemoryModel.strongestFirst.first { model in observable.contains { row.strongestModels[$0] == model }
    }
    #expect(row.counterexample?.strongestModel == strongest ?? row.strongestModel)
    guard let example = row.counterexample else { return }
    let code = try ReplayCode(example.code, catalog: .standard)
    #expect(code.model == example.strongestModel && code.finding == example.finding)
    #expect(observable.isEmpty == (example.finding == .race))
  }

  @Test(arguments: CheckPlace.all(threads: 2) + CheckPlace.all(threads: 3))
  func `the executions up to permutation stand for all executions`(place: CheckPlace) throws {
    let most: UInt64 = 1_500
    let all = try #require(try Permutations(place.check, reducesSymmetry: false, most: most))
    guard all.isComplete else { return }
    let reduced = try #require(try Permutations(place.check, reducesSymmetry: true, most: most))
    #expect(reduced.isComplete && reduced.count == all.count && reduced.stuck == all.stuck)
    #expect(reduced.executions <= all.executions)
  }

  @Test func `a proof under the presumption that counts have enough left is one without it`() throws {
    var (with, without): (UInt64, UInt64) = (0, 0)
    for place in CheckPlace.all(threads: 2) + CheckPlace.all(threads: 3) {
      let result = try #require(try place.check.run())
      guard result.found.isEmpty else { continue }
      var check = place.check
      check.presumesCounts = false
      let other = try #require(try check.run())
      #expect(other.found.isEmpty && other.isComplete && result.isComplete, "\(place.testDescription)")
      #expect(result.executions <= other.executions, "\(place.testDescription)")
      with += result.executions
      without += other.executions
    }
    #expect(with < without)
  }

  private func expectAsDeclared(_ place: CheckPlace) throws {
    let result = try #require(try place.check.run())
    let demand = place.check.expectation.demand
    let isAsDeclared = place.check.grade(result).map { [.passed, .reproduced].contains($0) } == true
    #expect(isAsDeclared, "found \(result.found.inOrder), declared \(demand)")
    let breaks = result.found.contains(where: place.check.scenario.promise.isBroken)
    if !breaks { #expect(result.isComplete && result.executions > 0) }
    for finding in result.found {
      let example = try #require(place.check.counterexample(finding, in: result))
      #expect(example.sentence.hasSuffix("."))
      try expectSources(of: example, place.check.entry.info)
    }
  }

  /// Expects that each step of the strategy names a line of its source, or of a file that it is built on. The other
  /// steps are the caller's, or a request that is no operation.
  private func expectSources(of example: Counterexample, _ info: StrategyInfo) throws {
    // The protocol implements the default construction.
    let files =
      Catalog.standard.sources(of: info) + [
        try #require(Catalog.standard.sources["SingletonStrategyKit/Strategy.swift"])
      ]
    for step in example.steps {
      #expect(!step.operation.contains("word "), "a location without a name: \(step.operation)")
      guard let source = step.source else {
        let ofCaller = [
          "looks into", "keeps what", "takes what", "retains", "releases", "is destroyed", "asks for a primitive",
        ]
        #expect(ofCaller.contains { step.operation.contains($0) }, "no source line: \(step.operation)")
        continue
      }
      let file = try #require(files.first { $0.name == source.file }, "\(source.place) of \(step.operation)")
      #expect(file.lines[source.line - 1].contains(source.text))
    }
  }
}

/// The executions of a check, counted with their permutations.
private final class Permutations: ExplorationVisitor {
  private(set) var executions: UInt64 = 0
  private(set) var count: UInt64 = 0
  private(set) var stuck: UInt64 = 0
  private(set) var isComplete = false
  private let most: UInt64

  init?(_ check: StrategyCheck, reducesSymmetry: Bool, most: UInt64) throws {
    self.most = most
    guard let trial = check.trial(.none) else { return nil }
    isComplete = try Explorer(
      trial.program, under: check.model, reducesSymmetry: reducesSymmetry, visitor: self
    ).run()
  }

  func startedOver() { (executions, count, stuck) = (0, 0, 0) }

  func found(_ finding: Finding, in graph: ExecutionGraph) -> Bool { true }

  func ended(_ ending: Ending, in graph: ExecutionGraph) -> Bool {
    if ending == .discarded { return true }
    executions += 1
    if ending == .complete { count += graph.permutationCount }
    if ending == .stuck { stuck += graph.permutationCount }
    return executions < most
  }
}

@Suite struct `Strategy checks` {
  @Test func `a check finds the half-built instance behind a relaxed load, in its shortest form`() throws {
    let check = try CheckPlace.check("relaxed-double-checked-lock")
    let result = try #require(try check.run())
    let example = try #require(check.counterexample(.halfBuilt, in: result))
    #expect(example.steps.count == 7)
    #expect(example.steps.count { $0.staleness != nil } == 1)
    let switches = zip(example.steps, example.steps.dropFirst()).count { $0.column != $1.column }
    #expect(switches == 1)
  }

  @Test(arguments: [MemoryModel.tso, .sc])
  func `a check finds no half-built instance under a model that keeps stores in order`(model: MemoryModel) throws {
    for strategy in ["relaxed-double-checked-lock", "double-checked-lock", "semaphore-guarded"] {
      let result = try #require(try CheckPlace.check(strategy, model: model).run())
      #expect(result.isComplete && result.found == [.race])
    }
  }

  @Test func `only a compiler breaks what an address dependency keeps`() throws {
    let dependent = "relaxed-double-checked-lock"
    for (strategy, model) in [(dependent, MemoryModel.rc11), ("double-checked-lock", .arm)] {
      let row = try CheckPlace.check(strategy).row()
      #expect(row.strongestModels[.halfBuilt] == model && row.counterexample?.strongestModel == model, "\(strategy)")
    }
    let hardware = try #require(try CheckPlace.check(dependent, model: .arm).run())
    #expect(hardware.isComplete && hardware.found == [.race])
  }

  @Test func `the most ordinary race is refuted and drawn under sequential consistency`() throws {
    let row = try CheckPlace.check("unsynchronized-lazy").row()
    #expect(
      row.strongestModels == [
        .instances: .sc, .inits: .sc, .liveMax: .sc, .race: .sc, .halfBuilt: .arm,
      ])
    #expect(row.counterexample?.finding == .instances && row.counterexample?.strongestModel == .sc)
    #expect(row.counterexample?.steps.contains { $0.staleness != nil } == false)
  }

  @Test func `a spare instance that is built and dropped breaks no promise`() throws {
    let row = try CheckPlace.check("compare-exchange").row()
    #expect(row.verdict == .proved && row.found.contains(.inits) && row.grade == .reproduced)
  }

  @Test func `a check proves the correct double-checked lock, and counts its executions`() throws {
    let entry = try #require(Catalog.standard.entry("double-checked-lock-acquire"))
    func executions(reducesSymmetry: Bool) throws -> [UInt64] {
      try [2, 3, 4].map { threads in
        let check = StrategyCheck(entry, .firstAccess, threads: threads, reducesSymmetry: reducesSymmetry)
        let result = try #require(try check.run())
        #expect(result.isComplete && result.found.isEmpty)
        return result.executions
      }
    }
    #expect(try executions(reducesSymmetry: false) == [4, 15, 64])
    #expect(try executions(reducesSymmetry: true) == [2, 3, 4])
  }

  @Test func `a check stops exactly at its limit`() throws {
    let result = try #require(try CheckPlace.check("once-token", threads: 3).run(limits: CheckLimits(executions: 7)))
    #expect(result.isLimited && !result.isComplete && result.executions == 7)
  }

  @Test func `a check stops at its limit although all that it has visited counts as one`() throws {
    // Its first million executions are those of other threads in the same roles.
    let check = try CheckPlace.check("weak", .reacquire, threads: 4)
    let result = try #require(try check.run(limits: CheckLimits(executions: 10)))
    #expect(result.isLimited && !result.isComplete && result.executions < 10)
  }

  @Test func `a check names the strongest model that shows a finding, or none if a limit left that open`() throws {
    let check = try CheckPlace.check("relaxed-double-checked-lock")
    let halfBuilt = Defect.halfBuilt
    #expect(try check.strongestModel(showing: halfBuilt, limits: CheckLimits()) == .rc11)
    #expect(try check.strongestModel(showing: halfBuilt, limits: CheckLimits(executions: 1)) == nil)
    #expect(try check.strongestModel(showing: .race, limits: CheckLimits()) == .sc)
  }

  @Test func `a counterexample names the wait that timed out`() throws {
    let check = try CheckPlace.check("semaphore-guarded", .reentrant)
    let result = try #require(try check.run())
    #expect(result.found.contains(.trap) && !result.found.contains(.hang))
    let example = try #require(check.counterexample(.trap, in: result))
    #expect(example.steps.filter(\.isConcerned).map(\.operation) == ["waits at lock until the time limit"])
    let waiting = Set(example.steps.filter { $0.operation.hasPrefix("waits at lock") }.map(\.column))
    #expect(waiting == [0, 1], "the thread that has the permit waits, too")
    #expect(example.sentence.contains("waits until the semaphore's time limit"))
  }

  @Test func `a failed assertion says which`() throws {
    let row = try CheckPlace.check("reader-writer-lock", .reentrant).row()
    #expect(row.counterexample?.sentence.hasSuffix(": reader-writer-lock: this thread holds the lock already.") == true)
  }

  @Test func `a check has the same results in every run`() throws {
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

@Suite struct `Replay codes` {
  private static func example(_ strategy: String = "double-checked-lock") throws -> Counterexample {
    let check = try CheckPlace.check(strategy)
    return try #require(try check.row().counterexample)
  }

  @Test(arguments: ["double-checked-lock", "unsynchronized-lazy", "once-token-nested", "synchronized-alloc"])
  func `a replay code reproduces its counterexample, in capital or small letters`(strategy: String) throws {
    let example = try Self.example(strategy)
    for text in [example.code, example.code.lowercased(), example.code.replacing("-", with: "")] {
      let code = try ReplayCode(text, catalog: .standard)
      let again = try #require(try code.check(in: .standard)?.counterexample(code.finding, code.schedule))
      #expect(again.steps.map(\.operation) == example.steps.map(\.operation))
      #expect(again.sentence == example.sentence && again.code == example.code)
    }
  }

  @Test func `nothing is assumed of waits with a time limit of a strategy that has none`() throws {
    let entry = try #require(Catalog.standard.entry("double-checked-lock"))
    let row = try StrategyCheck(entry, .firstAccess, threads: 2, timeouts: .anyTime).row()
    #expect(row.verdict == .refuted && row.hasTimedWaits == false && row.condition == nil)
  }

  @Test(arguments: [("hello", "l" as Character, 3), ("07B14-0G0O4", "O", 10), ("07 ß", "ß", 4), ("é", "é", 1)])
  func `a character that is none of a code is named with its position`(
    text: String, letter: Character, position: Int
  ) throws {
    #expect(throws: ReplayCodeError.letter(letter, position: position)) { try ReplayCode(text, catalog: .standard) }
  }

  @Test func `a replay code with one letter changed or left out is refused`() throws {
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

  @Test(arguments: [0, 3, 4, 15, 16, 17, 511, 512, 10_000])
  func `a replay code keeps each choice, however large`(choice: Int) throws {
    let check = try CheckPlace.check("double-checked-lock", model: .tso)
    let turns = (0..<100).flatMap { _ in [(0, false), (15, true), (1, true)] }.map {
      Schedule.Turn(thread: $0.0, choice: choice, fails: $0.1)
    }
    let schedule = Schedule(turns: turns, concerned: [0, 2, 299])
    let code = ReplayCode(check, .race, schedule)
    let again = try ReplayCode(code.text, catalog: .standard)
    #expect(again.schedule == schedule)
    #expect(again.model == .tso && again.finding == .race && again.threads == 2)
  }

  @Test(arguments: [6, 15]) func `a code with more threads than a check has is refused`(threads: Int) throws {
    let check = try CheckPlace.check("double-checked-lock", threads: threads)
    let code = ReplayCode(check, .race, Schedule(turns: [], concerned: []))
    #expect(throws: ReplayCodeError.contents) { try ReplayCode(code.text, catalog: .standard) }
  }

  @Test func `a code without a step, or about a step that is not there, is refused`() throws {
    let check = try CheckPlace.check("double-checked-lock")
    let turn = Schedule.Turn(thread: 0, choice: 0)
    for schedule in [Schedule(turns: [], concerned: []), Schedule(turns: [turn], concerned: [1])] {
      let code = ReplayCode(check, .hang, schedule)
      #expect(throws: ReplayCodeError.contents) { try ReplayCode(code.text, catalog: .standard) }
    }
    #expect(throws: Never.self) {
      try ReplayCode(ReplayCode(check, .hang, Schedule(turns: [turn], concerned: [0])).text, catalog: .standard)
    }
  }

  @Test func `a counterexample of a stop without a step has a replay code`() throws {
    let check = try CheckPlace.check("double-checked-lock")
    let code = ReplayCode(check, .trap, Schedule(turns: [], concerned: []))
    #expect(try ReplayCode(code.text, catalog: .standard).schedule == code.schedule)
  }

  @Test func `a replay code of the model before ARM's is one of RC11, which allows its execution, too`() throws {
    let former = try ReplayCode("0ANHT-0K004-3G000-00000-2091K-5N0", catalog: .standard)
    #expect(former.model == .rc11 && former.strategy == "double-checked-lock" && former.finding == .halfBuilt)
    let check = try CheckPlace.check("double-checked-lock", model: .arm)
    let code = try ReplayCode(ReplayCode(check, .halfBuilt, former.schedule).text, catalog: .standard)
    #expect(code.model == .arm && code.schedule == former.schedule)
  }

  @Test func `a replay code of another version is refused with its version`() {
    #expect(throws: ReplayCodeError.version(1)) {
      try ReplayCode("07B14-0G004-31040-G2080-009K8-8", catalog: .standard)
    }
  }

  @Test(arguments: [[0x80], [0x01, 0xff], [0x80, 0x80, 0x80, 0x80, 0x01]] as [[UInt8]])
  func `an LEB128 number that breaks off or is too long is refused`(bytes: [UInt8]) {
    #expect(LEB128.decoded(bytes) == nil)
  }

  @Test(arguments: ["", "x", "0", "ILOU", "\u{0}", "00000-00000-00000", "é", String(repeating: "Z", count: 10_000)])
  func `a text that is not a replay code is refused`(text: String) {
    #expect(throws: ReplayCodeError.self) { try ReplayCode(text, catalog: .standard) }
  }
}
