import Foundation
import SingletonPlatform

/// Faults of single system calls.
extension Torture {
  /// A call, its number from 1, and what happens there.
  private static let points: [(call: String, number: Int, action: String)] =
    ["write", "fsync", "rename", "unlink", "close"].flatMap { call in
      (1...(call == "write" ? 9 : 3)).flatMap { number in
        ["\(EIO)", "\(ENOSPC)", "\(EDQUOT)", "kill", "term", "int"].map { (call, number, $0) }
      }
    }

  /// Lets calls around the writing of the report fail, or a signal arrive there.
  mutating func faults(count: Int) throws -> Tally {
    var tally = Tally("a fault at one system call")
    if library.isEmpty {
      tally.absence = "needs Linux and clang"
      return tally
    }
    try makeReport(.short)
    let old = bench.text(of: "r.csv")
    for (call, number, action) in Self.points.shuffled(using: &random).prefix(count) {
      bench.removeAll()
      bench.write(Array((old ?? "").utf8), to: "r.csv")
      let trial = try bench.run(
        Plan.short.arguments, environment: ["LD_PRELOAD=\(library)", "FAULT=\(call) \(number) \(action)"])
      var complaint = Plan.short.complaint(about: bench.text(of: "r.csv"), old: old)
      if complaint == nil && !(action == "kill" && trial.end == .signaled(SIGKILL)) {
        if ![0, 3, 73, 130].contains(trial.status) { complaint = "another end" }
        if trial.status == 73 && !trial.messages.contains("next: ") { complaint = "no next step" }
        if bench.names.contains(where: { $0.contains(".new-") }) && call != "unlink" {
          complaint = "left \(bench.names)"
        }
      }
      tally.add(trial, "\(call) \(number) \(action)", complaint: complaint)
    }
    return tally
  }
}
