import Outcomes
import Strategies
import Testing

@testable import ModelChecker

/// One row of a check.
struct CheckPlace: CustomTestStringConvertible, Sendable {
  let check: StrategyCheck
  var testDescription: String { "\(check.entry.card.id), \(check.scenario.rawValue), \(check.threads)" }

  static func all(threads: Int) -> [CheckPlace] {
    modelled.flatMap { entry in
      entry.card.declarations.map {
        CheckPlace(check: StrategyCheck(entry, $0.scenario, threads: threads))
      }
    }
  }

  static let modelled = Catalog.standard.entries.filter { $0.native?.rebound(to: ModelWorld.self) != nil }

  static func check(
    _ strategy: String, _ scenario: Scenario = .firstAccess, threads: Int = 2, model: ModelName = .rc11
  ) throws -> StrategyCheck {
    let entry = try #require(Catalog.standard.entries.first { $0.card.id == strategy })
    return StrategyCheck(entry, scenario, threads: threads, model: model)
  }
}

@Suite struct `The catalogue, checked` {
  @Test func `is modelled but for what exists only in the runtime`() {
    let others = Catalog.standard.entries.map(\.card.id).filter { id in
      !CheckPlace.modelled.contains { $0.card.id == id }
    }
    #expect(
      others == [
        "static-let", "lazy-var", "arc-lazy", "arc-teardown", "weak-unguarded", "actor", "actor-awaiting",
      ])
  }

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
    let isAsDeclared = place.check.grade(result).map { [.held, .shown].contains($0) } == true
    #expect(isAsDeclared, "found \(result.found.map(\.name)), declared \(demand)")
    let breaks = result.found.contains(where: \.breaksPromise)
    if !breaks { #expect(result.isComplete && result.executions > 0) }
    for finding in result.found {
      let example = try #require(place.check.counterexample(finding, in: result))
      #expect(example.sentence.hasSuffix("."))
      try expectSteps(of: example)
      try expectOneLine(for: try #require(result.schedules[finding]), place.check)
    }
  }

  /// A step knows its line and not its file: of the files in question only one has such an operation there.
  private func expectOneLine(for schedule: Schedule, _ check: StrategyCheck) throws {
    let strategy = try #require(check.entry.native?.rebound(to: ModelWorld.self))
    let trial = StrategyTrial.make(strategy, check.scenario, callers: check.threads)
    let lines = SourceLines(of: check.entry)
    for step in try Rehearsal(trial.program, schedule).steps {
      let found = lines.lines(of: step.operation)
      #expect(found.count < 2, "\(found)")
    }
  }

  /// Each step of the strategy's own stands on a line of its source.
  private func expectSteps(of example: Counterexample) throws {
    for step in example.steps where step.source == nil {
      let ofCaller = ["looks into", "keeps what", "takes what", "retains", "releases", "comes to its end"]
      #expect(ofCaller.contains { step.operation.contains($0) }, "no source line: \(step.operation)")
    }
  }

  @Test(arguments: CheckPlace.modelled.map(\.card.id))
  func `goes wrong when any of its orderings is a notch weaker, or says why not`(strategy: String) throws {
    let entry = try #require(CheckPlace.modelled.first { $0.card.id == strategy })
    var spare: Set<Weakening> = []
    var needed: Set<Weakening> = []
    for declaration in entry.card.declarations where declaration.scenario != .reentrant {
      for threads in declaration.scenario == .subclass ? [2, 4] : [2, 3] {
        let check = StrategyCheck(entry, declaration.scenario, threads: threads)
        for weakening in try check.weakenings() where !needed.contains(weakening) {
          let result = try #require(try check.run(limits: CheckLimits(executions: 20_000), weakening: weakening))
          if check.grade(result) == .broken { needed.insert(weakening) } else { spare.insert(weakening) }
        }
      }
    }
    for weakening in spare.subtracting(needed) {
      let line = entry.source?.lines[Int(weakening.site) - 1] ?? ""
      let reason = entry.card.spares.first { line.contains($0.operation) && "\(weakening.from)" == $0.ordering }
      #expect(reason != nil, "\(weakening.role) \(weakening.from) is not needed: \(line)")
    }
    let used = entry.card.spares.filter { declared in
      spare.subtracting(needed).contains { weakening in
        (entry.source?.lines[Int(weakening.site) - 1] ?? "").contains(declared.operation)
      }
    }
    #expect(used.count == entry.card.spares.count, "a reason without its ordering")
  }
}

@Suite struct `A check` {
  @Test func `finds the half-built object behind a relaxed load, in its shortest form`() throws {
    let check = try CheckPlace.check("relaxed-double-checked-lock")
    let result = try #require(try check.run())
    let example = try #require(check.counterexample(.observed(.halfBuilt), in: result))
    #expect(example.steps.count == 7)
    #expect(example.steps.count { $0.staleness != nil } == 1)
    let switches = zip(example.steps, example.steps.dropFirst()).count { $0.column != $1.column }
    #expect(switches == 1)
  }

  @Test(arguments: [ModelName.tso, .sc]) func `finds no half-built object where stores are seen in order`(
    model: ModelName
  ) throws {
    for strategy in ["relaxed-double-checked-lock", "double-checked-lock", "semaphore-guarded"] {
      let result = try #require(try CheckPlace.check(strategy, model: model).run())
      #expect(result.isComplete && result.found == [.race])
    }
  }

  @Test func `finds two instances on any machine`() throws {
    let check = try CheckPlace.check("unsynchronized-lazy", model: .sc)
    #expect(try check.shows(.observed(.instances), limits: CheckLimits()) == true)
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
    let halfBuilt = CheckFinding.observed(.halfBuilt)
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
    let narrator = Narrator(entry: check.entry, scenario: check.scenario, threads: 2, model: .tso)
    let code = ReplayCode(narrator, .race, schedule)
    let again = try ReplayCode(code.text, catalog: .standard)
    #expect(again.schedule == schedule)
    #expect(again.model == .tso && again.finding == .race && again.threads == 2)
  }

  @Test func `of a story without a step is a code too`() throws {
    let check = try CheckPlace.check("double-checked-lock")
    let narrator = Narrator(entry: check.entry, scenario: check.scenario, threads: 2, model: .rc11)
    let code = ReplayCode(narrator, .trap, Schedule(turns: [], concerned: []))
    #expect(try ReplayCode(code.text, catalog: .standard).schedule == code.schedule)
  }

  @Test func `of another version is refused as such`() {
    #expect(throws: ReplayCodeError.version(1)) {
      try ReplayCode("07B14-0G004-31040-G2080-009K8-8", catalog: .standard)
    }
  }

  @Test(arguments: [[0x80], [0x01, 0xff], [0x80, 0x80, 0x80, 0x80, 0x01]] as [[UInt8]])
  func `whose numbers break off or have no end holds none`(bytes: [UInt8]) {
    #expect(ShortNumber.decoded(bytes) == nil)
  }

  @Test(arguments: ["", "x", "0", "ILOU", "\u{0}", "00000-00000-00000", "é", String(repeating: "Z", count: 10_000)])
  func `that is none is refused`(text: String) {
    #expect(throws: ReplayCodeError.self) { try ReplayCode(text, catalog: .standard) }
  }
}
