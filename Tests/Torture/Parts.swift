import Foundation
import SingletonPlatform
import SingletonStatistics

/// The kinds of trials.
struct Torture {
  let bench: Bench
  let repository: String
  var random: SplitMix64

  /// A short run, whose report has five rows.
  private static let run = [
    "--strategy", "mutex", "--strategy", "once-token", "--strategy", "unsynchronized-lazy", "--strategy", "static-let",
    "--strategy", "spin-flag", "--scenario", "first-access", "--threads", "2", "--time", "20ms", "--until-shown", "0s",
    "--no-check", "--csv", "r.csv",
  ]
  private static let rows = 5

  /// Returns what is wrong with the report, of which a reader must always see a whole one, or `nil`.
  private func complaint(about report: String?, old: String?) -> String? {
    guard let report else { return old == nil ? nil : "the report is gone" }
    if report == old { return nil }
    let lines = report.split(separator: "\n")
    if lines.count != Self.rows + 1 { return "the report has \(lines.count) lines" }
    if !report.hasSuffix("\n") { return "the report is torn" }
    let isBlamed = lines.dropFirst().contains { $0.contains(",failed,") }
    return isBlamed ? "a strategy is blamed" : nil
  }
}

// MARK: - Kills and signals at any moment

extension Torture {
  /// Signals a run over a good report, after a random time.
  mutating func signals(_ number: Int32, count: Int) throws -> Tally {
    var tally = Tally(signalName(number) + " at 0 to 600 ms")
    bench.removeAll()
    _ = try bench.run(Self.run)
    for _ in 0..<count {
      let old = bench.text(of: "r.csv")
      let moment = Double.random(in: 0...0.6, using: &random)
      let trial = try bench.run(Self.run) { process, seconds in
        guard seconds >= moment else { return true }
        kill(process, number)
        return false
      }
      var complaint = complaint(about: bench.text(of: "r.csv"), old: old)
      if number == SIGKILL {
        if complaint == nil && bench.text(of: "r.csv") == nil { complaint = "no report" }
        // What it left is named or removed by the next run.
        _ = try bench.run(Self.run)
        for name in bench.names where name != "r.csv" { remove("\(bench.folder)/\(name)") }
      } else {
        // Before the program has begun, the signal ends whatever there is.
        let isEarly = trial.end == .signaled(number) && bench.text(of: "r.csv") == old && trial.messages.isEmpty
        if complaint == nil && ![0, 3, 130].contains(trial.code) && !isEarly { complaint = "another end" }
        if complaint == nil && bench.names != ["r.csv"] { complaint = "left \(bench.names)" }
      }
      tally.add(trial, "after \(moment) s", complaint: complaint)
    }
    return tally
  }
}

// MARK: - Faults of single system calls

extension Torture {
  /// A call, its number from 1, and what happens there.
  private static let points: [(call: String, number: Int, action: String)] =
    ["write", "fsync", "rename", "unlink", "close"].flatMap { call in
      (1...(call == "write" ? 9 : 3)).flatMap { number in
        ["\(EIO)", "\(ENOSPC)", "\(EDQUOT)", "kill", "term", "int"].map { (call, number, $0) }
      }
    }

  /// Lets calls around the writing of the report fail, or a signal arrive there.
  mutating func faults(library: String, count: Int) throws -> Tally {
    var tally = Tally("a fault at one system call")
    bench.removeAll()
    _ = try bench.run(Self.run)
    let old = bench.text(of: "r.csv")
    for (call, number, action) in Self.points.shuffled(using: &random).prefix(count) {
      bench.removeAll()
      bench.write(Array((old ?? "").utf8), to: "r.csv")
      let trial = try bench.run(Self.run, environment: ["LD_PRELOAD=\(library)", "FAULT=\(call) \(number) \(action)"])
      var complaint = complaint(about: bench.text(of: "r.csv"), old: old)
      if complaint == nil && !(action == "kill" && trial.end == .signaled(SIGKILL)) {
        if ![0, 3, 73, 130].contains(trial.code) { complaint = "another end" }
        if trial.code == 73 && !trial.messages.contains("next: ") { complaint = "no next step" }
        let isLeft = bench.names.contains { $0.contains(".new-") }
        if isLeft && call != "unlink" { complaint = "left \(bench.names)" }
      }
      tally.add(trial, "\(call) \(number) \(action)", complaint: complaint)
    }
    return tally
  }
}

// MARK: - Limits

extension Torture {
  mutating func limits(count: Int) throws -> Tally {
    var tally = Tally("a limit of the system")
    for _ in 0..<count {
      let limit = [
        "ulimit -n \(Int.random(in: 4...64, using: &random))",
        "ulimit -v \(Int.random(in: 100_000...2_000_000, using: &random))",
        "ulimit -f \(Int.random(in: 0...1_200, using: &random))",
        "ulimit -s \(Int.random(in: 64...8_192, using: &random))",
      ].randomElement(using: &random)!
      let threads = ["2", "8", "1-20", "255"].randomElement(using: &random)!
      bench.removeAll()
      let trial = try bench.run(
        ["--strategy", "mutex", "--strategy", "once-token", "--scenario", "first-access", "--threads", threads]
          + ["--trials", "50", "--timeout", "5s", "--csv", "r.csv"], before: limit)
      let isBlamed = bench.text(of: "r.csv")?.contains(",failed,") == true
      // Below some limits, no program starts.
      let isLoader = trial.code == 127 || trial.code == 126 || trial.messages.contains("error while loading")
      var complaint = isBlamed ? "a strategy is blamed" : nil
      if complaint == nil && !isLoader && ![0, 3, 4, 71, 73].contains(trial.code) { complaint = "another end" }
      tally.add(trial, "\(limit); --threads \(threads)", complaint: complaint)
    }
    return tally
  }

  mutating func twoAtOnce(count: Int) throws -> Tally {
    var tally = Tally("two runs on one path")
    for _ in 0..<count {
      bench.removeAll()
      let other = try Bench(program: bench.program, folder: bench.folder).start(Self.run)
      let trial = try bench.run(Self.run)
      _ = other.ended(lostCode: -1, waits: true)
      var complaint = complaint(about: bench.text(of: "r.csv"), old: nil)
      if complaint == nil && bench.names != ["r.csv"] { complaint = "left \(bench.names)" }
      tally.add(trial, "two runs", complaint: complaint)
    }
    return tally
  }
}

// MARK: - Hostile files

extension Torture {
  /// Tries the corpus of each reader, and mutations of it.
  mutating func readers(count: Int) throws -> [Tally] {
    bench.removeAll()
    let readers = try Reader.all(repository: repository, folder: bench.folder) { try bench.run($0).output }
    return try readers.map { try hostileFiles(for: $0, count: count) }
  }

  private mutating func hostileFiles(for reader: Reader, count: Int) throws -> Tally {
    var tally = Tally("hostile files for \(reader.name)")
    let mutations = (0..<count).map { _ in Mutation.mutated(reader.seeds.randomElement(using: &random)!, using: &random)
    }
    for (number, bytes) in (reader.seeds + mutations).enumerated() {
      bench.write(bytes, to: Reader.file)
      let trial = try bench.run(reader.arguments(for: bytes))
      let complaint = reader.complaint(code: trial.code, output: trial.output, messages: trial.messages)
      if complaint != nil { bench.write(bytes, to: "find-\(reader.name.filter(\.isLetter))-\(number)") }
      tally.add(trial, "file \(number)", complaint: complaint)
    }
    return tally
  }
}
