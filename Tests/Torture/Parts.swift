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

  /// Returns the messages' first character with an effect of its own, or `nil`.
  private func harm(in text: String) -> String? {
    let harmful = text.unicodeScalars.first {
      $0 != "\n" && [.control, .format, .lineSeparator].contains($0.properties.generalCategory)
    }
    if let harmful { return "U+\(String(harmful.value, radix: 16)) in a message" }
    let isCommand = text.split(separator: "\n").contains { $0.drop(while: { $0 == " " }).hasPrefix("::") }
    return isCommand ? "a command in a message" : nil
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
  /// Mutates files that each reader accepts.
  mutating func readers(count: Int) throws -> [Tally] {
    bench.removeAll()
    let golden = repository + "/Tests/SingletonReportsTests/Golden/report.csv"
    let litmus = repository + "/Tests/SingletonModelCheckerTests/Resources/litmus.json"
    let report = try contents(golden)
    let programs = try contents(litmus)
    bench.write(report, to: "good.csv")
    let gates =
      Array(
        "strategy,scenario,threads,engine,initializer_cost,placement,replicates,gate_percent,fingerprint\n".utf8)
      + Array(
        "mutex,first-access,2,dispatch,0,near,10,5,abc\nonce-token,first-access,2,dispatch,0,near,10,7,abc\n".utf8)
    let check = try bench.run([
      "check", "--strategy", "unsynchronized-lazy", "--scenario", "first-access", "--format", "json",
    ])
    let code = check.output.firstMatch(of: #/[0-9A-Z]{5}(-[0-9A-Z]{1,5})+/#).map { String($0.0) } ?? ""
    let readers: [(name: String, seed: [UInt8], arguments: [String])] = [
      ("compare", report, ["compare", "good.csv", "f"]), ("merge", report, ["merge", "f", "--csv", "-"]),
      ("report", report, ["report", "f", "--html", "p.html"]),
      ("report --check", Array(check.output.utf8), ["report", "good.csv", "--check", "f", "--html", "p.html"]),
      ("compare --gate-file", gates, ["compare", "good.csv", "good.csv", "--gate-file", "f"]),
      ("litmus", programs, ["litmus", "f", "--max-executions", "300"]),
      ("replay", Array(code.utf8), ["replay", "--no-pause"]),
    ]
    return try readers.map { try mutations(of: $0.seed, read: $0.name, $0.arguments, count: count) }
  }

  private func contents(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

  private mutating func mutations(
    of seed: [UInt8], read name: String, _ arguments: [String], count: Int
  ) throws -> Tally {
    var tally = Tally("hostile files for \(name)")
    for number in 0..<count {
      let bytes = Mutation.mutated(seed, using: &random)
      bench.write(bytes, to: "f")
      let text = String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self)
      let trial = try bench.run(arguments + (name == "replay" ? ["--", text] : []))
      // A report may have interrupted rows, which `merge` says in its exit code.
      let codes: Set<Int32?> = [0, 1, 2, 3, 4, 5, 64, 65, 130]
      var complaint = codes.contains(trial.code) ? harm(in: trial.messages) : "another end"
      if trial.code == 65 && trial.messages.isEmpty { complaint = "no message" }
      if trial.code == 65 && !trial.output.isEmpty { complaint = "output with code 65" }
      if trial.messages.utf8.count > 100_000 { complaint = "\(trial.messages.utf8.count) bytes of messages" }
      if complaint != nil { bench.write(bytes, to: "find-\(name.filter(\.isLetter))-\(number)") }
      tally.add(trial, "mutation \(number)", complaint: complaint)
    }
    return tally
  }
}

/// A mutation of a file.
enum Mutation {
  private static let hostile = [
    "\u{1B}]0;x\u{7}", "::error::x", "\0", "\u{202E}", "\"", ",", "\n", "\r", "'", "=1+1", "-1", "99999999999999999999",
    "nan", "1e999", "[", "{", "]", "}", "\\u0000", "\u{FEFF}", "schema_version", "##[error]x",
  ]

  static func mutated(_ seed: [UInt8], using random: inout SplitMix64) -> [UInt8] {
    var bytes = seed
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 0...64, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
      case 3: bytes.removeSubrange(place...)
      case 4:
        bytes.insert(contentsOf: Array(repeating: UInt8.random(in: 32...126, using: &random), count: 5_000), at: place)
      default: bytes.insert(contentsOf: Array(hostile.randomElement(using: &random)!.utf8), at: place)
      }
    }
    return bytes
  }
}
