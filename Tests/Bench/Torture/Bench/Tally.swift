/// The trials of one kind, and what broke.
struct Tally {
  let part: String
  private(set) var count = 0
  private(set) var breaks: [String] = []
  /// The reason why nothing was tried, if nothing was.
  var absence: String?
  private var ends: [String: Int] = [:]

  init(_ part: String) { self.part = part }

  /// Counts a trial.
  ///
  /// - Parameters:
  ///   - what: What was tried, so that it can be tried again.
  ///   - complaint: What broke, or `nil` if it held, as far as what holds for every trial does.
  mutating func add(_ trial: Trial, _ what: @autoclosure () -> String, complaint: String?) {
    count += 1
    ends[trial.status.map(String.init) ?? "none", default: 0] += 1
    guard let complaint = trial.complaint ?? complaint else { return }
    breaks.append("\(part): \(what()): \(complaint): \(trial.description)")
  }

  /// The tally as a line of a table in Markdown.
  var line: String {
    let held = absence ?? (breaks.isEmpty ? "all" : "\(count - breaks.count), \(breaks.count) broke")
    let ends = ends.sorted { ($0.key.count, $0.key) < ($1.key.count, $1.key) }.map { "\($0.key) (\($0.value))" }
    return "| \(part) | \(count) | \(held) | \(ends.joined(separator: ", ")) |"
  }
}
