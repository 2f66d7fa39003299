import SingletonCore
import SingletonMemoryModels
import Testing

@Suite struct `Findings` {
  private static let models: [Defect: MemoryModel] = [.instances: .sc, .halfBuilt: .arm]

  private static func refuted(_ scenario: Scenario = .firstAccess) -> CheckRow {
    var row = CheckRow(strategy: "lazy", scenario: scenario, threads: 2, model: .rc11, expected: .sound)
    row.verdict = .refuted
    row.found = [.instances, .halfBuilt, .race]
    row.strongestModels = models.merging([.race: .sc]) { one, _ in one }
    return row
  }

  @Test func `each finding of a verdict has the model that shows it`() throws {
    let verdict = try #require(Verdict(found: Self.refuted()))
    #expect(verdict.description == "refuted:instances@sc+half_built@arm")
    #expect(
      verdict.findings.text(\.meaning, \.rawValue) == "more than one instance (sc); handed out half-built (arm)")
  }

  @Test func `verdicts of several rows keep the strongest model of each finding`() {
    let verdicts = [
      Verdict(.refuted, [.instances, .halfBuilt], models: Self.models),
      Verdict(.refuted, [.halfBuilt, .race], models: [.halfBuilt: .tso, .race: .rc11]),
    ]
    #expect(
      Verdict.pooled(verdicts)?.description == "refuted:instances@sc+half_built@tso+race@rc11")
  }

  @Test(arguments: [
    "safe", "proved", "proved-if-no-timeout", "unsafe:instances+reinits", "refuted:half_built@arm",
    "refuted:instances@sc+half_built@arm", "refuted:instances@sc+half_built@?", "refuted:instances+half_built",
  ]) func `a verdict is read back as it was printed`(text: String) {
    #expect(Verdict(text)?.description == text)
  }

  @Test func `of an older report's one model behind several findings it is not known which of them it shows`() {
    #expect(Verdict("refuted:instances+half_built@sc") == Verdict(.refuted, [.instances, .halfBuilt]))
    #expect(Verdict("refuted:half_built@sc") == Verdict(.refuted, [.halfBuilt], models: [.halfBuilt: .sc]))
    #expect(Verdict("refuted:half_built@rc11-dep") == Verdict(.refuted, [.halfBuilt]))
  }

  @Test(arguments: ["", "fine", "safe:", "safe:instances@", "refuted:instances@pdp11", "refuted:twins@sc", "safe@sc"])
  func `a text that no verdict prints is refused`(text: String) {
    #expect(Verdict(text) == nil)
  }

  @Test func `a proof whose waits must not time out is another verdict than one without that condition`() {
    var row = CheckRow(strategy: "weak", scenario: .firstAccess, threads: 2, model: .rc11, expected: .sound)
    row.verdict = .proved
    #expect(Verdict(found: row) == Verdict(.proved))
    row.hasTimedWaits = true
    #expect(Verdict(found: row) == Verdict(.provedIfNoTimeout))
    #expect(Verdict.pooled([Verdict(.proved), Verdict(.provedIfNoTimeout)]) == Verdict(.provedIfNoTimeout))
  }
}
