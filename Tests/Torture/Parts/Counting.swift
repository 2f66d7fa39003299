import Foundation
import SingletonStatistics

/// What the counts of a report say of each other.
extension Torture {
  private static let strategies = [
    "unsynchronized-lazy", "mutex", "once-token", "double-checked-lock", "weak", "actor",
  ]

  mutating func counting(count: Int) throws -> Tally {
    var tally = Tally("counts, samples, JSON and shards agree")
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
      if complaint == nil { complaint = try complaintAboutShards(options) }
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

  /// Runs the plan in three shards, and joins them.
  private func complaintAboutShards(_ options: [String]) throws -> String? {
    let whole = try CSVFile(path: bench.folder + "/r.csv")
    var lines: Set<Substring> = []
    for shard in 1...3 {
      let trial = try bench.run(options + ["--shard", "\(shard)/3", "--csv", "\(shard).csv"])
      guard [0, 3].contains(trial.status) else { return "shard \(shard): \(trial.description)" }
      lines.formUnion((bench.text(of: "\(shard).csv") ?? "").split(separator: "\n"))
    }
    if try bench.run(["merge", "1.csv", "2.csv", "2.csv", "--csv", "-"]).status != 65 {
      return "a shard twice is taken"
    }
    let merge = try bench.run(["merge", "3.csv", "1.csv", "2.csv", "--csv", "m.csv"])
    guard [0, 3].contains(merge.status) else { return "merge: \(merge.description)" }
    let merged = try CSVFile(path: bench.folder + "/m.csv")
    let keys = { (table: CSVFile) in table.rows.map { [$0["strategy"], $0["scenario"], $0["threads"]] } }
    if keys(merged) != keys(whole) { return "the joined report has other rows, or another order" }
    let joined = Set((bench.text(of: "m.csv") ?? "").split(separator: "\n"))
    return joined == lines ? nil : "the joined rows are not those of the shards"
  }
}
