/// A run that is disturbed, and what must be true of its report.
struct Plan {
  let name: String
  private let options: [String]
  var threads: String
  /// The number of rows of the report.
  let rows: Int
  /// About how long an undisturbed run takes, in seconds.
  let seconds: Double

  var arguments: [String] {
    options + ["--threads", threads, "--until-shown", "0s", "--no-check", "--timeout", "2s", "--csv", "r.csv"]
  }

  static let short = Plan(
    name: "9 rows",
    options: ["mutex", "once-token", "unsynchronized-lazy", "static-let", "spin-flag"].flatMap { ["--strategy", $0] }
      + ["--form", "both", "--scenario", "first-access", "--time", "20ms"],
    threads: "2", rows: 9, seconds: 1)

  static let long = Plan(
    name: "96 rows",
    options: ["--form", "harness", "--strategy", "once*", "--scenario", "first-access", "--time", "5ms"],
    threads: "2-17", rows: 96,
    seconds: 3)

  /// Returns what is wrong with the report, of which a reader must always see a whole one, or `nil`.
  func complaint(about report: String?, old: String?) -> String? {
    guard let report else { return old == nil ? nil : "the report is gone" }
    if report == old { return nil }
    let lines = report.split(separator: "\n")
    if lines.count != rows + 1 { return "the report has \(lines.count) lines" }
    if !report.hasSuffix("\n") { return "the report is torn" }
    return blame(in: report)
  }
}

/// Returns which row of a report blames a strategy, all of which behave as declared, or `nil` if none does.
func blame(in report: String?) -> String? {
  let line = report?.split(separator: "\n").first { $0.contains(",failed,") }
  // Up to the counts, which say how the row ended.
  return line.map {
    "a strategy is blamed: "
      + $0.split(separator: ",", omittingEmptySubsequences: false).prefix(25).joined(separator: ",")
  }
}
