import SingletonComparison
import SingletonCore
import SingletonStatistics
import SingletonTextFormats
import Testing

@Suite struct `Comparison of times` {
  private let runner: ComparisonRunner

  init() throws { runner = try ComparisonRunner() }

  private static let steady = (0..<10).map { 10 + 0.01 * Double($0) }

  private func verdict(
    _ old: [StressRow], _ new: [StressRow], gate: Double = 25
  ) throws -> (GroupChange, TimingChange.Direction?) {
    let row = try runner.compare(old, new, gate: .percent(gate)).rows[0]
    return (row.verdict, row.time?.direction)
  }

  @Test func `a slowdown by half is worse, and the reverse is better`() throws {
    let slower = Self.steady.map { $0 * 1.5 }
    #expect(try verdict(rows(accesses: Self.steady), rows(accesses: slower)) == (.worse, .slower))
    let why = try runner.compare(rows(accesses: Self.steady), rows(accesses: slower), gate: .percent(25)).rows[0].why
    #expect(
      why.hasPrefix(
        "slower: an access is 1.5 times as long, with 95% confidence more than 1.49 times (gate 25%, p ")
        && why.hasSuffix("; passed, as before"), "what decides is said first")
    #expect(try verdict(rows(accesses: slower), rows(accesses: Self.steady)) == (.better, .faster))
  }

  @Test func `times without a gate are reported but not judged`() throws {
    let comparison = try runner.compare(rows(accesses: Self.steady), rows(accesses: Self.steady.map { $0 * 9 }))
    #expect(comparison.findings == [.sameOutcomes] && !comparison.judgedTooFew)
    #expect(abs(comparison.rows[0].time!.ratio - 9) < 0.01)
    #expect(comparison.rows[0].time!.direction == .notJudged)
  }

  @Test func `a significant change below the gate is the same`() throws {
    #expect(try verdict(rows(accesses: Self.steady), rows(accesses: Self.steady.map { $0 * 1.2 })) == (.same, .same))
  }

  @Test func `a change above the gate that is not significant is not judged`() throws {
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

  /// Returns replicates in two states of the machine: with near cores, and with far ones, whose times are multiplied.
  private func twoStates(_ factor: Double, far: Double, nearCount: Int) -> [StressRow] {
    (0..<12).map {
      let isNear = $0 < nearCount
      let access = (10 + 0.01 * Double($0)) * factor * (isNear ? 1 : far)
      return row(access: access, line: isNear ? 45 : 210, replicate: $0 + 1)
    }
  }

  @Test func `replicates are compared with those of the same state of the machine`() throws {
    // As many of each state do not matter: nine of twelve were near before, and now three.
    let before = twoStates(1, far: 4, nearCount: 9)
    #expect(try verdict(before, twoStates(1, far: 4, nearCount: 3)) == (.same, .same))
    #expect(try verdict(before, twoStates(1.5, far: 4, nearCount: 3)) == (.worse, .slower))
    #expect(abs(try runner.compare(before, twoStates(1.5, far: 4, nearCount: 3)).rows[0].time!.ratio - 1.5) < 0.01)
  }

  @Test func `quiet replicates are compared with quiet ones`() throws {
    func half(_ factor: Double, quiet: Int) -> [StressRow] {
      (0..<12).map {
        let isQuiet = $0 < quiet
        return row(
          access: (10 + 0.01 * Double($0)) * factor * (isQuiet ? 1 : 2), floor: isQuiet ? 0.04 : 0.07,
          replicate: $0 + 1)
      }
    }
    #expect(try verdict(half(1, quiet: 9), half(1, quiet: 3)) == (.same, .same))
    #expect(try verdict(half(1, quiet: 9), half(1.5, quiet: 3)) == (.worse, .slower))
    // Listings have a loop of their own, whose floor is higher than that of the harness.
    func both(quiet: Int) -> [StressRow] {
      half(1, quiet: quiet).map { row in
        var row = row
        row.key.form = RowForm.plain.rawValue
        return row
      } + rows(accesses: Self.steady, floor: 0.004)
    }
    let comparison = try runner.compare(both(quiet: 9), both(quiet: 3), gate: .percent(25))
    #expect(comparison.rows.map(\.key.form) == ["plain", "harness"] && comparison.findings == [.same])
    #expect(abs(comparison.rows[0].time!.ratio - 1) < 0.01)
  }

  @Test func `without a common state, a slowdown that the cache line's way shares is the same`() throws {
    let (near, far) = (twoStates(1, far: 4, nearCount: 12), twoStates(1, far: 4, nearCount: 0))
    #expect(try verdict(near, far) == (.same, .same))
    #expect(try verdict(far, near) == (.same, .same))
    #expect(try verdict(near, twoStates(2, far: 4, nearCount: 0)) == (.worse, .slower))
  }

  @Test func `too few replicates give no verdict, and a note says so`() throws {
    let few = rows(accesses: [10, 10.1, 10.2])
    let comparison = try runner.compare(few, rows(accesses: [20, 20.1, 20.2]), gate: .percent(25))
    #expect(comparison.findings == [.notJudged])
    #expect(comparison.rows[0].time?.direction == .notJudged)
    #expect(comparison.rows[0].why == "times not judged: 3 and 3 replicates are too few; passed, as before")
    #expect(
      comparison.notes == [
        "times not judged: 1 of 1 timed row; a verdict among this many needs 4 replicates per side",
        "a gate was requested, and none of 1 timed row could be judged",
      ])
    #expect(comparison.judgedTooFew)
  }

  @Test func `a gate without times to judge has judged too few`() throws {
    let comparison = try runner.compare([row()], [row()], gate: .percent(25))
    #expect(comparison.findings == [.sameOutcomes])
    #expect(comparison.notes == ["a gate was requested, and none of 0 timed rows could be judged"])
    #expect(comparison.judgedTooFew)
  }

  @Test func `a gate has judged too few if a smaller share than required could be judged`() throws {
    let old = rows("a", accesses: Self.steady) + rows("b", accesses: Array(Self.steady.prefix(2)))
    let half = try runner.compare(old, old, gate: .percent(25)) { $0.judgedPercent = 50 }
    #expect(half.rows.map(\.verdict) == [.notJudged, .same] && !half.judgedTooFew)
    let more = try runner.compare(old, old, gate: .percent(25)) { $0.judgedPercent = 51 }
    #expect(more.judgedTooFew)
    #expect(more.notes.last == "only 1 of 2 timed rows could be judged, less than 51%")
  }

  @Test func `times that only one report has are not judged`() throws {
    let comparison = try runner.compare(rows(accesses: Self.steady), [row()], gate: .percent(25))
    #expect(comparison.rows[0].verdict == .notJudged)
    #expect(comparison.rows[0].why.hasPrefix("times not judged: no times in the new report; "))
  }

  @Test func `a ratio beyond the gate without a verdict gives its reason`() throws {
    func why(_ old: [Double], _ new: [Double], gate: Double = 25) throws -> String {
      let row = try runner.compare(rows(accesses: old), rows(accesses: new), gate: .percent(gate)).rows[0]
      #expect(row.verdict == .notJudged)
      return row.why
    }
    let fast = Self.steady.map { $0 / 100 }
    #expect(
      try why(fast, fast.map { $0 * 1.5 })
        == "an access is 1.5 times as long, but by less than the 0.15 ns that can be resolved; passed, as before")
    let wild = [1.0, 40, 2, 30, 3, 20, 50, 4, 60, 14]
    #expect(try why(Self.steady, wild).contains(" times as long, which may be chance (p "))
    #expect(try why(wild, Self.steady).contains(" times as fast, which may be chance (p "))
    let wide = Self.steady.enumerated().map { $1 * ($0 < 4 ? 1.1 : 1.4) }
    #expect(
      try why(Self.steady, wide).contains(
        "an access is 1.4 times as long, but with 95% confidence only more than 1.1 times"))
  }

  @Test func `a verdict needs more replicates if more rows are judged together`() throws {
    let accesses = [10.0, 10.1, 10.2, 10.3]
    let names = (0..<2).map { "strategy-\($0)" }
    let old = names.flatMap { rows($0, accesses: accesses) }
    let new = names.flatMap { rows($0, accesses: accesses.map { $0 * 2 }) }
    #expect(try runner.compare(old, new, gate: .percent(25)).rows.map(\.time?.direction) == [.notJudged, .notJudged])
  }

  @Test func `times of different machines are not compared, so a gate has judged none`() throws {
    let (old, new) = (rows(accesses: Self.steady), rows(accesses: Self.steady, machine: "there"))
    let outcomes = try runner.compare(old, new)
    #expect(outcomes.findings == [.sameOutcomes])
    #expect(outcomes.rows[0].time == nil)
    #expect(outcomes.notes.count == 1)
    let judged = try runner.compare(old, new, gate: .percent(25))
    #expect(judged.findings == [.notJudged] && judged.judgedTooFew)
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
    let row = try runner.compare(old, new, gate: .percent(25)).rows[0]
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

  @Test func `a gate file gives each row its own gate, and a note counts those without`() throws {
    let slower = Self.steady.map { $0 * 1.5 }
    let old = ["a", "b", "c"].flatMap { rows($0, accesses: Self.steady) }
    let new = ["a", "b", "c"].flatMap { rows($0, accesses: slower) }
    let gates = ["a": 80, "b": 20].map { name, gate in
      "\(name),first-access,2,dispatch,0,near,10,\(gate),\(old[0].host.fingerprint)\n"
    }
    let header = "strategy,scenario,threads,engine,initializer_cost,placement,replicates,gate_percent,fingerprint\n"
    try runner.write(header + gates.joined(), to: "gates.csv")
    let gate = TimeGate.calibrated(try GateFile(path: runner.path("gates.csv")))
    let comparison = try runner.compare(old, new, gate: gate)
    #expect(comparison.rows.map(\.key.strategy) == ["b", "c", "a"])
    #expect(comparison.rows.map(\.time?.direction) == [.slower, .notJudged, .same])
    #expect(comparison.notes == ["1 of 3 timed rows have no gate in the gate file"])
  }

  @Test func `the gate of a listing is not that of the harness's form`() throws {
    let row = rows("a", accesses: Self.steady)
    let header =
      "strategy,scenario,threads,form,engine,initializer_cost,placement,replicates,gate_percent,fingerprint\n"
    for form in ["plain", "harness"] {
      try runner.write(
        header + "a,first-access,2,\(form),dispatch,0,near,10,25,\(row[0].host.fingerprint)\n", to: "gates.csv")
      let comparison = try runner.compare(row, row, gate: .calibrated(GateFile(path: runner.path("gates.csv"))))
      #expect((comparison.rows[0].time?.direction == .notJudged) == (form == "plain"))
    }
  }

  @Test func `with a gate file of another machine, times are not judged`() throws {
    let header = "strategy,scenario,threads,engine,initializer_cost,placement,replicates,gate_percent,fingerprint\n"
    try runner.write(header + "mutex,first-access,2,dispatch,0,near,10,25,elsewhere\n", to: "gates.csv")
    let gate = TimeGate.calibrated(try GateFile(path: runner.path("gates.csv")))
    let comparison = try runner.compare(rows(accesses: Self.steady), rows(accesses: Self.steady), gate: gate)
    #expect(comparison.findings == [.notJudged])
    #expect(comparison.rows[0].why.hasPrefix("times not judged: gates of another machine or build; "))
  }

  @Test(arguments: [
    "", "strategy\n",
    "strategy,scenario,threads,engine,initializer_cost,placement,replicates,gate_percent,fingerprint\n",
    "strategy,scenario,threads,engine,initializer_cost,placement,replicates,gate_percent,fingerprint\na,b,x,d,0,near,1,5,f\n",
    "strategy,scenario,threads,engine,initializer_cost,placement,replicates,gate_percent,fingerprint\na,b,1,d,0,near,1,-5,f\n",
    "strategy,scenario,threads,engine,initializer_cost,placement,replicates,gate_percent,fingerprint\na,b,1,d,0,near,1,5,f\nc,b,1,d,0,near,1,5,g\n",
    "strategy,scenario,threads,engine,initializer_cost,placement,replicates,gate_percent,fingerprint\na,b,1,d,0,near,1,5,f\na,b,1,d,0,near,1,9,f\n",
  ]) func `a malformed gate file is refused`(text: String) throws {
    try runner.write(text, to: "gates.csv")
    #expect(throws: InputError.self) { try GateFile(path: runner.path("gates.csv")) }
  }

  @Test func `a calibration's gate is above the difference of equal halves, and reads back from its file`() throws {
    var random = SplitMix64(seed: 1)
    let noisy = (0..<20).map { _ in Double.random(in: 10...14, using: &random) }
    let calibrated = Calibration.calibrations(
      of: rows("a", accesses: noisy) + rows("b", accesses: Self.steady), seed: 1)
    #expect(calibrated.map(\.key.strategy) == ["a", "b"])
    #expect(calibrated.map(\.replicates) == [10, 5])
    #expect((10...40).contains(calibrated[0].gate) && calibrated[1].gate == 5)
    try runner.write(GateFile.text(of: calibrated, fingerprint: "f"), to: "gates.csv")
    let file = try GateFile(path: runner.path("gates.csv"))
    #expect(file.fingerprint == "f")
    #expect(file.gates == Dictionary(uniqueKeysWithValues: calibrated.map { ($0.key, Double($0.gate)) }))
  }
}
