import SingletonCore
import SingletonPlatform
import SingletonStatistics

import struct SingletonCore.Expectation

extension StressRow {
  /// Returns a row with a random value in every property that a report has.
  static func random(_ random: inout SplitMix64) -> StressRow {
    var row = StressRow()
    row.key.strategy = text(&random)
    row.key.scenario = Scenario.allCases.randomElement(using: &random)!.id
    row.key.threads = .random(in: 1...255, using: &random)
    row.key.replicate = .random(in: 1...10_000, using: &random)
    row.key.threadSource = ThreadSourceKind.allCases.randomElement(using: &random)!.rawValue
    row.key.initializerCost = ["0", "100ns", "yield", "sleep:1ms"].randomElement(using: &random)!
    row.run = RunMetadata(
      id: text(&random), startedUTC: text(&random), toolVersion: text(&random), commit: text(&random))
    row.run.clockResolution = real(&random)
    row.run.workingCommit = text(&random)
    row.run.timingVersion = .random(in: 1...9, using: &random)
    row.run.speed = MachineSpeed(lineWay: real(&random), dependentLoad: real(&random))
    row.host = HostInfo(
      os: text(&random), arch: text(&random), cpuModel: text(&random), cpuVersion: text(&random),
      caches: text(&random), cores: .random(in: 1...1024, using: &random), virtualization: text(&random),
      governor: text(&random),
      swiftVersion: text(&random), build: ["debug", "release"].randomElement(using: &random)!, sanitizer: text(&random))
    row.host.fingerprint = text(&random)
    row.host.cLibrary = text(&random)
    row.host.countsFingerprint = text(&random)
    row.seed = random.next()
    row.status = statuses.randomElement(using: &random)!
    row.expected = Expectation(expectations.randomElement(using: &random)!)!
    row.aliveAllowed = .random(in: 0...3, using: &random)
    row.measured = Bool.random(using: &random) ? measurements(&random) : nil
    row.grade = Bool.random(using: &random) ? Grade.allCases.randomElement(using: &random)! : nil
    row.remark = Bool.random(using: &random) ? text(&random) : nil
    return row
  }

  private static let statuses: [RowStatus] = [
    .ok, .trapped("SIGILL"), .crashed("SIGSEGV"), .exit(1), .hung, .skipped("peak 3 of 4 threads"), .interrupted,
  ]

  private static let expectations = [
    "sound", "defect:instances+reinits;may:live_max", "defect:instances|crash", "trap", "hang",
  ]

  /// Returns a text that a careless writer or reader would spoil.
  private static func text(_ random: inout SplitMix64) -> String {
    let parts = ["a", " ", ",", "\"", "\n", "\r\n", "=", "'", "-", "é", "😀", "1", "\t"]
    let text =
      "x" + (0..<Int.random(in: 0...6, using: &random)).map { _ in parts.randomElement(using: &random)! }.joined()
    return text.harmless
  }

  /// Returns nanoseconds with as many decimals as a report writes.
  private static func real(_ random: inout SplitMix64) -> Double {
    Double(UInt32.random(in: 1 ... .max, using: &random)) / 8
  }

  private static func count(_ random: inout SplitMix64) -> InstructionCount {
    InstructionCount(
      instructions: random.next() >> 8, atomics: random.next() >> 8, calls: random.next() >> 8,
      systemCalls: random.next() >> 8)
  }

  private static func measurements(_ random: inout SplitMix64) -> Measurements {
    var measured = Measurements()
    measured.cells = .random(in: 1...65_536, using: &random)
    measured.threadsStarted = .random(in: 0...255, using: &random)
    measured.peakRunning = .random(in: 0...255, using: &random)
    // A report writes microseconds.
    measured.wallNanoseconds = .random(in: 0...1 << 30, using: &random) * 1_000
    measured.cpuNanoseconds = .random(in: 0...1 << 30, using: &random) * 1_000
    for counter in Counter.allCases {
      measured.tally[counter] = random.next() >> UInt64.random(in: 1...63, using: &random)
    }
    if Bool.random(using: &random) {
      let trials = (0..<Int.random(in: 1...5, using: &random)).map { _ in random.next() >> 8 | 1 }
      measured.tally.trialsByInstances = Dictionary(trials.map { ($0 % 70, $0) }, uniquingKeysWith: +)
      measured.tally[.trials] = trials.reduce(0, +)
    }
    if Bool.random(using: &random) {
      var timing = FirstAccessTiming()
      (timing.p50, timing.p90, timing.p99, timing.max) = (real(&random), real(&random), real(&random), real(&random))
      timing.count = Bool.random(using: &random) ? .random(in: 1...1_000_000, using: &random) : nil
      timing.winnerP50 = Bool.random(using: &random) ? real(&random) : nil
      timing.loserP50 = Bool.random(using: &random) ? real(&random) : nil
      measured.firstAccess = timing
    }
    if Bool.random(using: &random) {
      var timing = AccessTiming()
      (timing.min, timing.p50, timing.p90, timing.p99) = (real(&random), real(&random), real(&random), real(&random))
      timing.floor = real(&random)
      timing.line = Bool.random(using: &random) ? real(&random) : nil
      timing.batches = .random(in: 1...1_000, using: &random)
      timing.batchSize = .random(in: 1...1_000_000, using: &random)
      measured.access = timing
    }
    if Bool.random(using: &random) {
      var counts = AccessCounts()
      counts.first = Bool.random(using: &random) ? count(&random) : nil
      counts.later = count(&random)
      counts.firstMost = Bool.random(using: &random) ? random.next() >> 8 : nil
      counts.laterMost = Bool.random(using: &random) ? random.next() >> 8 : nil
      counts.remark = Bool.random(using: &random) ? text(&random) : nil
      measured.counts = counts
    }
    return measured
  }
}
