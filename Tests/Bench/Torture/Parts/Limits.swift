import Foundation
import SingletonPlatform

/// Limits of the system, and several runs at once.
extension Torture {
  private static let rows = [
    "--strategy", "mutex", "--strategy", "once-token", "--scenario", "first-access", "--trials", "50", "--timeout",
    "1s",
    "--csv", "r.csv",
  ]

  mutating func limits(count: Int) throws -> Tally {
    var tally = Tally("ulimit -n, -v, -f, -d or -s")
    try makeReport(.short)
    let old = bench.text(of: "r.csv")
    for _ in 0..<count {
      let limit = [
        "-n \(Int.random(in: 4...64, using: &random))", "-v \(Int.random(in: 20_000...2_000_000, using: &random))",
        "-f \(Int.random(in: 0...1_200, using: &random))", "-s \(Int.random(in: 32...1_024, using: &random))",
        "-d \(Int.random(in: 2_000...100_000, using: &random))",
      ].randomElement(using: &random)!
      let threads = ["2", "8", "1-5", "255"].randomElement(using: &random)!
      let trial = try bench.run(["--threads", threads] + Self.rows, script: "ulimit \(limit) || exit 125; exec \"$@\"")
      tally.add(
        trial, "ulimit \(limit); --threads \(threads)",
        complaint: complaint(aboutLimited: trial, limit: limit, old: old))
      bench.removeAll()
      bench.write(Array((old ?? "").utf8), to: "r.csv")
    }
    return tally
  }

  private func complaint(aboutLimited trial: Trial, limit: String, old: String?) -> String? {
    let report = bench.text(of: "r.csv")
    if let blame = blame(in: report) { return blame }
    // Below some limits, no program starts.
    if [126, 127].contains(trial.status) || trial.messages.contains("error while loading") { return nil }
    // A Swift program that gets no memory is ended at once, as by SIGKILL; with very little, even before it begins.
    if !limit.hasPrefix("-n"), !limit.hasPrefix("-f"),
      [SIGABRT, SIGILL, SIGTRAP, SIGSEGV].contains((trial.status ?? 0) - 128)
    {
      return report == old ? nil : "the old report is lost"
    }
    return [0, 3, 4, 71, 73].contains(trial.status) ? nil : "another end"
  }

  mutating func otherLimits(count: Int) throws -> Tally {
    let row = ["--strategy", "once-token", "--scenario", "first-access", "--timeout", "5s", "--csv", "r.csv"]
    func limited(_ words: String, _ threads: String, _ more: String..., ends: Set<Int32> = [0, 3]) -> Case {
      Case(words, row + ["--threads", threads, "--trials", "20"] + more, script: words + #" "$@""#, ends: ends)
    }
    func nobody(_ words: String, threads: String = "2") -> Case {
      Case(
        words + " as nobody", row + ["--threads", threads, "--trials", "20"],
        script: Bench.asNobody(after: "chmod 777 .", limit: words),
        ends: [0, 3, 4, 71])
    }
    let all = [
      limited("ulimit -n 256; exec", "15,31,...,255"), limited("ulimit -s 128; exec", "255"),
      limited("ulimit -s 128; exec", "1000"),
      limited("ulimit -t 1; exec", "2", ends: [0, 152, 137]), limited("exec taskset -c 0", "64"),
      limited("exec nice -n 19", "8"), limited("exec chrt --idle 0", "8"), limited("exec env -i", "2"),
      limited("exec env -u HOME -u PATH", "2"),
      Case("ulimit -s 128; check", ["check", "--threads", "2-3"], script: #"ulimit -s 128; exec "$@""#, ends: [0]),
    ]
    let others = getuid() == 0 ? [1, 2, 3, 5, 20].map { nobody("ulimit -u \($0)") } : []
    return try tryCases("other limits and surroundings", all + others, count: count)
  }

  mutating func severalAtOnce(count: Int) throws -> Tally {
    var tally = Tally("two or three runs on one path")
    for _ in 0..<count {
      bench.removeAll()
      let others = try (0..<Int.random(in: 1...2, using: &random)).map { _ in try bench.start(Plan.short.arguments) }
      let trial = try bench.run(Plan.short.arguments) { _, _ in true }
      for other in others { _ = other.ended(lostCode: -1, waits: true) }
      var complaint = Plan.short.complaint(about: bench.text(of: "r.csv"), old: nil)
      if complaint == nil && bench.names != ["r.csv"] { complaint = "left \(bench.names)" }
      tally.add(trial, "\(others.count + 1) runs", complaint: complaint)
    }
    return tally
  }
}
