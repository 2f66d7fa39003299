import Outcomes
import Testing

@Suite struct `A verdict` {
  private func row(
    _ grade: Grade?, _ status: RowStatus = .ok, strategy: String = "a", scenario: Scenario = .copy, threads: Int = 2
  ) -> StressRow {
    StressRow(
      key: RowKey(
        strategy: strategy, scenario: scenario, threads: threads, replicate: 1, engine: .dispatch,
        initializerCost: .none, catalogIndex: 0),
      run: RunFacts(id: "", startedUTC: "", toolVersion: "", commit: ""),
      host: HostFacts(os: "", arch: "", cpuModel: "", cores: 1, swiftVersion: "", build: "", sanitizer: ""), seed: 0,
      status: status, expected: .sound, grade: grade)
  }

  @Test func `is that all held where every promise held and every defect was shown`() {
    #expect(Verdict(of: [row(.held), row(.shown, strategy: "b")]) == .held)
  }

  @Test func `pools a defect over thread counts and replicates`() {
    #expect(Verdict(of: [row(.notShown), row(.shown, threads: 8)]) == .held)
    #expect(Verdict(of: [row(.notShown), row(.notShown), row(.shown)]) == .held)
    #expect(Verdict(of: [row(.notShown), row(.held, threads: 1)]) == .tooWeak)
  }

  @Test func `does not pool a defect over strategies or scenarios`() {
    #expect(Verdict(of: [row(.notShown), row(.shown, strategy: "b")]) == .tooWeak)
    #expect(Verdict(of: [row(.notShown), row(.shown, scenario: .subclass)]) == .tooWeak)
  }

  @Test func `is that nothing ran where no row has a grade`() {
    #expect(Verdict(of: []) == .nothingRan)
    #expect(Verdict(of: [row(nil, .skipped("why"))]) == .nothingRan)
    #expect(Verdict(of: [row(nil, .skipped("why")), row(.held)]) == .held)
  }

  @Test func `is the worst of several: interrupted, broken, too weak, nothing ran`() {
    let rows = [row(nil, .interrupted), row(.broken), row(.notShown), row(nil, .skipped("why")), row(.held)]
    #expect(Verdict(of: rows) == .interrupted)
    #expect(Verdict(of: Array(rows[1...])) == .broken)
    #expect(Verdict(of: Array(rows[2...])) == .tooWeak)
    #expect(Verdict(of: Array(rows[3...])) == .held)
  }

  @Test func `has groups in the order of their first row`() {
    let groups = RowGroup.grouped([row(.held, strategy: "b"), row(.held), row(.shown, strategy: "b", threads: 3)])
    #expect(groups.map(\.strategy) == ["b", "a"])
    #expect(groups.map(\.rows.count) == [2, 1])
  }
}
