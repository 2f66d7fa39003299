import SingletonComparison
import SingletonCore
import SingletonTextFormats
import Testing

@Suite struct `Comparison of times` {
  private let runner: ComparisonRunner

  init() throws { runner = try ComparisonRunner() }

  private static let steady = (0..<10).map { 10 + 0.01 * Double($0) }

  private func verdict(
    _ old: [StressRow], _ new: [StressRow], gate: Double = 25
  ) throws -> (GroupChange, TimingChange.Direction?) {
    let row = try runner.compare(old, new, gate: gate).rows[0]
    return (row.verdict, row.time?.direction)
  }

  @Test func `a slowdown by half is worse, and the reverse is better`() throws {
    let slower = Self.steady.map { $0 * 1.5 }
    #expect(try verdict(rows(accesses: Self.steady), rows(accesses: slower)) == (.worse, .slower))
    let why = try runner.compare(rows(accesses: Self.steady), rows(accesses: slower), gate: 25).rows[0].why
    #expect(
      why
        == "slower: an access is 1.5 times as long, 15.1 ns (15-15.1) after 10 (10-10.1) (gate 25%); passed, as before",
      "what decides is said first")
    #expect(try verdict(rows(accesses: slower), rows(accesses: Self.steady)) == (.better, .faster))
  }

  @Test func `times without a gate are reported but not judged`() throws {
    let comparison = try runner.compare(rows(accesses: Self.steady), rows(accesses: Self.steady.map { $0 * 9 }))
    #expect(comparison.findings == [.sameOutcomes] && !comparison.judgedNone)
    #expect(abs(comparison.rows[0].time!.ratio - 9) < 0.01)
    #expect(comparison.rows[0].time!.direction == .notJudged)
  }

  @Test func `a change below the gate is the same`() throws {
    #expect(try verdict(rows(accesses: Self.steady), rows(accesses: Self.steady.map { $0 * 1.2 })) == (.same, .same))
  }

  @Test func `a change above the gate is not judged if the intervals of the medians overlap`() throws {
    let wild = [1.0, 40, 2, 30, 3, 20, 50, 4, 60, 14]
    #expect(try verdict(rows(accesses: Self.steady), rows(accesses: wild), gate: 5) == (.notJudged, .notJudged))
  }

  @Test func `a difference below the clock's resolution is not judged`() throws {
    let fast = Self.steady.map { $0 / 100 }
    #expect(try verdict(rows(accesses: fast), rows(accesses: fast.map { $0 * 1.5 })) == (.notJudged, .notJudged))
  }

  @Test func `a drift that the floor shares is the same`() throws {
    let drifted = rows(accesses: Self.steady.map { $0 * 1.5 }, floor: 0.15)
    #expect(try verdict(rows(accesses: Self.steady), drifted) == (.same, .same))
  }

  @Test func `a ratio is the quotient of the medians that it names, in each measure`() throws {
    let drifted = rows(accesses: Self.steady.map { $0 * 1.5 }, floor: 0.14)
    let time = try #require(try runner.compare(rows(accesses: Self.steady), drifted).rows[0].time)
    #expect(time.medians.map(\.measure) == [.nanoseconds, .floor])
    let decisive = try #require(time.medians.decisive)
    #expect(decisive.measure == .floor && abs(decisive.ratio - 1.5 / 1.4) < 1e-6 && decisive.ratio == time.ratio)
    #expect(abs(time.medians[0].old - 10.045) < 1e-9 && abs(time.medians[0].ratio - 1.5) < 1e-9)
    let opposite = try runner.compare(rows(accesses: Self.steady), rows(accesses: Self.steady, floor: 0.2)).rows[0]
    #expect(opposite.time?.ratio == 1)
  }

  @Test func `a change of the floor alone gives no verdict`() throws {
    let clockRateChanged = rows(accesses: Self.steady, floor: 0.05)
    #expect(try verdict(rows(accesses: Self.steady), clockRateChanged) == (.same, .same))
    #expect(try verdict(clockRateChanged, rows(accesses: Self.steady)) == (.same, .same))
    let ratio = try runner.compare(rows(accesses: Self.steady), clockRateChanged).rows[0].time?.ratio
    #expect(ratio == 1)
  }

  @Test func `a verdict needs both the times as measured and the times over the floor`() throws {
    let slower = Self.steady.map { $0 * 2 }
    #expect(try verdict(rows(accesses: Self.steady), rows(accesses: slower, floor: 0.12)) == (.worse, .slower))
    #expect(try verdict(rows(accesses: Self.steady), rows(accesses: slower, floor: 0.18)) == (.same, .same))
  }

  @Test func `too few replicates give no verdict, and a note says so`() throws {
    let few = rows(accesses: [10, 10.1, 10.2])
    let comparison = try runner.compare(few, rows(accesses: [20, 20.1, 20.2]), gate: 25)
    #expect(comparison.findings == [.notJudged])
    #expect(comparison.rows[0].time?.direction == .notJudged)
    #expect(comparison.rows[0].why == "times not judged: 3 and 3 replicates are too few; passed, as before")
    #expect(
      comparison.notes == [
        "times not judged: 1 of 1 timed row; a verdict needs 6 replicates per side",
        "a gate was requested, and none of 1 timed row could be judged",
      ])
    #expect(comparison.judgedNone)
  }

  @Test func `a gate without times to judge has judged too few`() throws {
    let comparison = try runner.compare([row()], [row()], gate: 25)
    #expect(comparison.findings == [.sameOutcomes])
    #expect(comparison.notes == ["a gate was requested, and none of 0 timed rows could be judged"])
    #expect(comparison.judgedNone)
  }

  @Test func `times that only one report has are not judged`() throws {
    let comparison = try runner.compare(rows(accesses: Self.steady), [row()], gate: 25)
    #expect(comparison.rows[0].verdict == .notJudged)
    #expect(comparison.rows[0].why.hasPrefix("times not judged: no times in the new report; "))
  }

  @Test func `a ratio beyond the gate without a verdict gives its reason`() throws {
    func why(_ old: [Double], _ new: [Double], gate: Double = 25) throws -> String {
      let row = try runner.compare(rows(accesses: old), rows(accesses: new), gate: gate).rows[0]
      #expect(row.verdict == .notJudged)
      return row.why
    }
    let fast = Self.steady.map { $0 / 100 }
    #expect(
      try why(fast, fast.map { $0 * 1.5 })
        == "an access is 1.5 times as long, but by less than the 0.15 ns that can be resolved; passed, as before")
    let wild = [1.0, 40, 2, 30, 3, 20, 50, 4, 60, 14]
    #expect(try why(Self.steady, wild).contains(" times as long, which may be chance: the medians' intervals overlap"))
    #expect(
      try why(wild, Self.steady).contains(" times as fast, which may be chance: the medians' intervals overlap"))
  }

  @Test func `times of different machines are not compared, so a gate has judged none`() throws {
    let (old, new) = (rows(accesses: Self.steady), rows(accesses: Self.steady, machine: "there"))
    let outcomes = try runner.compare(old, new)
    #expect(outcomes.findings == [.sameOutcomes])
    #expect(outcomes.rows[0].time == nil)
    #expect(outcomes.notes.count == 1)
    let judged = try runner.compare(old, new, gate: 25)
    #expect(judged.findings == [.notJudged] && judged.judgedNone)
    #expect(judged.rows[0].why.hasPrefix("times not judged: times of different machines or builds; "))
  }

  /// Returns why the times of two reports are not judged, with a change to each row of the new one.
  private func whyNotJudged(_ change: (inout StressRow) -> Void) throws -> String? {
    var (old, new) = (rows(accesses: Self.steady), rows(accesses: Self.steady))
    for index in old.indices {
      old[index].run.speed = MachineSpeed(lineWay: 60, dependentLoad: 1.6)
      old[index].run.timingVersion = 1
      new[index] = old[index]
      change(&new[index])
    }
    let row = try runner.compare(old, new, gate: 25).rows[0]
    guard row.verdict == .notJudged else { return nil }
    #expect(row.why.hasPrefix("times not judged: ") && row.why.hasSuffix("; passed, as before"))
    return String(row.why.dropFirst("times not judged: ".count).dropLast("; passed, as before".count))
  }

  @Test func `times are compared across versions of the system and of the tool`() throws {
    #expect(try whyNotJudged { $0.host.os = "another" } == nil)
    #expect(try whyNotJudged { $0.run.toolVersion = "another" } == nil)
    #expect(try whyNotJudged { $0.run.timingVersion = 2 } == "times of two versions of the harness")
  }

  @Test func `times are not compared if the machine was in a different state`() throws {
    #expect(try whyNotJudged { $0.run.speed = MachineSpeed(lineWay: 220, dependentLoad: 1.9) } == nil)
    #expect(
      try whyNotJudged { $0.run.speed.dependentLoad = 0.8 }
        == "the machine was in a different state: a dependent load took 1.6 ns, now 0.8")
  }
}
