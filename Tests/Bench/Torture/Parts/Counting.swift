import Foundation
import SingletonStatistics

/// What the counts of a report say of each other.
extension Torture {
  private static let strategies = [
    "unsynchronized-lazy", "mutex", "once-token", "double-checked-lock", "weak", "actor",
  ]

  mutating func counting(count: Int) throws -> Tally {
    var tally = Tally("counts, samples and JSON agree")
    for _ in 0..<count {
      bench.removeAll()
      let threads = [2, 3, 8, 64].randomElement(using: &random)!
      let options =
        Self.strategies.flatMap { ["--strategy", $0] } + [
          "--scenario", "first-access", "--threads", "\(threads)", "--time", "10ms", "--until-shown", "0s",
          "--seed", "\(random.next())",
        ]
      let trial = try bench.run(options + ["--csv", "r.csv", "--samples", "s.csv", "--format", "json"])
      var complaint = [0, 3].contains(trial.status) ? nil : "another end"
      if complaint == nil { complaint = try complaintAboutCounts(json: trial.output) }
      tally.add(trial, options.joined(separator: " "), complaint: complaint)
    }
    return tally
  }

  private func complaintAboutCounts(json: String) throws -> String? {
    let table = try CSVFile(path: bench.folder + "/r.csv")
    let samples = try CSVFile(path: bench.folder + "/s.csv")
    guard let document = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any],
      let objects = document["rows"] as? [[String: Any]], objects.count == table.rows.count
    else { return "the JSON has other rows" }
    for (row, object) in zip(table.rows, objects) {
      let name = "\(row["strategy"]!), \(row["threads"]!) threads"
      if let complaint = complaint(about: row, samples: samples.rows) { return "\(name): \(complaint)" }
      for column in table.names where !agrees(row[column]!, object[column]) {
        return "\(name): \(column) is \(row[column]!), in JSON \(object[column] ?? "missing")"
      }
    }
    return nil
  }

  private func agrees(_ text: String, _ value: Any?) -> Bool {
    switch value {
    case let value as String: value == text || "'" + value == text
    case let value as NSNumber: Double(text) == value.doubleValue
    case let value as [String: Int]:
      text == value.sorted { Int($0.key)! < Int($1.key)! }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    case is NSNull: text.isEmpty
    default: false
    }
  }

  /// Returns which two numbers of a row contradict each other, or `nil`.
  private func complaint(about row: [String: String], samples: [[String: String]]) -> String? {
    guard row["status"] == "ok" else { return nil }
    func number(_ column: String) -> Double { Double(row[column] ?? "") ?? 0 }
    let (trials, threads) = (number("trials"), number("threads"))
    let quantiles = ["min", "p50", "p90", "p99"].map { number("access_\($0)_ns") }
    let batches = samples.count {
      $0["kind"] == "access" && $0["strategy"] == row["strategy"] && $0["threads"] == row["threads"]
    }
    let rate = number("violating_trials") / trials
    let facts: [(String, Bool)] = [
      ("accesses are trials times threads", number("accesses") == trials * threads),
      ("every trial has an instance", number("instances") >= trials || number("nil_results") > 0),
      ("every instance is initialized", number("inits") >= number("instances")),
      ("re-entries are initializations", number("init_reentries") <= number("inits")),
      ("violating trials are trials", number("violating_trials") <= trials),
      ("the rate is theirs", abs(number("violation_rate") - rate) <= 5e-7),
      ("quantiles are ordered", quantiles == quantiles.sorted()),
      ("no more threads run than have started", number("peak_running") <= number("threads_started")),
      ("no more threads start than were asked for", number("threads_started") <= threads),
      ("the batches of quiet rounds are samples", number("access_batches") <= Double(batches)),
    ]
    return facts.first { !$0.1 }.map { "not true: " + $0.0 }
  }
}
