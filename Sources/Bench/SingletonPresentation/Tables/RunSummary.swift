package import SingletonCore
import SingletonTextFormats

/// A summary of a run: the number of rows with each grade, and messages about failures.
package struct RunSummary {
  private let rows: [StressRow]
  let breaches: [FailureMessage]
  /// The messages about known defects that no thread count has reproduced.
  let silences: [FailureMessage]
  /// The messages about skipped rows, one for each reason.
  let skips: [FailureMessage]

  package init(_ rows: [StressRow]) {
    self.rows = rows
    breaches = RowGroup.pooled(rows).filter { $0.grade == .failed }.map(FailureMessage.init(breach:))
    silences = RowGroup.bySubject(rows).filter(\.isTooWeak)
      .map { FailureMessage(silence: RowGroup.pooled($0.unreproducedRows)) }
    skips = rows.compactMap(\.whySkipped).distinct.map { reason in
      FailureMessage(reason, skipped: RowGroup.pooled(rows.filter { $0.whySkipped == reason }))
    }
  }

  private var failures: [FailureMessage] { breaches + silences + skips }

  package func text(width: Int = 80, color: Bool = false) -> String {
    TextLayout.folded(counts, width: width) + "\n"
      + failures.map { "\n" + $0.text(width: width, color: color) }.joined()
  }

  var messages: [String] { failures.map { $0.text(color: false) } }

  /// The summary as Markdown. The messages are in an indented code block, where nothing is taken for markup.
  package var markdown: String {
    let block = failures.map { "\n" + $0.text(color: false) }.joined()
    let lines = block.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return Markdown.escaped(counts) + "\n" + lines.map { ($0.isEmpty ? "" : "    " + $0) + "\n" }.joined()
  }

  /// The number of rows with each grade, such as `12 rows: 9 showed no defect, 2 reproduced their known defect, 1 was skipped.`
  var counts: String {
    let parts = [
      (rows.count { $0.grade == .passed }, "showed no defect", "showed no defect"),
      (rows.count { $0.grade == .reproduced }, "reproduced its known defect", "reproduced their known defect"),
      (
        rows.count { $0.grade == .notReproduced }, "did not reproduce its known defect",
        "did not reproduce their known defect"
      ),
      (rows.count { $0.grade == .failed }, "failed", "failed"),
      (rows.count { $0.whySkipped != nil }, "was skipped", "were skipped"),
      (rows.count { $0.status == .interrupted }, "was interrupted", "were interrupted"),
    ].filter { $0.0 > 0 }.map { HumanFormat.counted($0, $1, $2) }
    guard !parts.isEmpty else { return "No row ran." }
    let isAsDeclared = rows.allSatisfy { $0.grade == .passed || $0.grade == .reproduced }
    return HumanFormat.counted(rows.count, "row") + (isAsDeclared ? ", as expected: " : ": ")
      + parts.joined(separator: ", ") + "."
  }
}

/// A message that tells what happened (expected, got, and where), the likeliest cause, and the next command.
struct FailureMessage {
  let title: String
  /// The lines below the title. Each begins with a label.
  let body: [String]
  private let tone: StyledText.Tone

  /// Creates a message about an undeclared outcome.
  init(breach row: RowGroup) {
    title = (row.surprisingEndings.isEmpty ? "forbidden outcome: " : "unexpected outcome: ") + row.breach
    body =
      ["\(Self.place([row])): \(row.evidence)"]
      + (row.surprisingEndings.isEmpty ? [] : Self.remark(row))
      + [
        "likely: \(row.endedByShortTimeout.map(Self.shortTimeout) ?? row.likelyCause)",
        "next:   \(Self.command([row]))",
      ]
    tone = .bad
  }

  /// Creates a message about a known defect that no row showed.
  ///
  /// - Parameter rows: The rows of one strategy in one scenario.
  init(silence rows: [RowGroup]) {
    let trials = rows.reduce(0) { $0 &+ $1.tally[.trials] }
    let (expected, missing) = (rows[0].demanded, rows[0].missing)
    title = "known defect not reproduced: " + missing
    let got = "got \(missing == expected ? "it" : missing) in none of \(HumanFormat.counted(trials, "trial"))"
    body = [
      "\(Self.place(rows)): expected \(expected), \(got)",
      "likely: too few trials, or too few cores, for two threads to meet where it happens",
      "next:   \(Self.command(rows))",
    ]
    tone = .weak
  }

  /// Creates a message about rows that were skipped for a reason that has nothing to do with their strategies.
  init(_ reason: String, skipped rows: [RowGroup]) {
    title = "not run: \(reason)"
    let count = rows.reduce(0) { $0 + $1.rows.count }
    let others = count == 1 ? "" : ", and \(HumanFormat.counted(count - 1, "other row"))"
    let likely = "likely: a limit on memory or processes, such as 'ulimit -a' shows"
    body =
      [Self.place([rows[0]]) + others] + (rows[0].rows.contains(where: \.status.lacksThreads) ? [likely] : [])
      + ["next:   \(Self.command([rows[0]]))"]
    tone = .weak
  }

  /// Returns the message in lines of at most `width` characters. Only the command may be longer.
  func text(width: Int = .max, color: Bool) -> String {
    let title = TextLayout.folded(title, width: width)
    let lines = body.map { TextLayout.folded("  " + $0, width: width) + "\n" }
    return (color ? tone.painted(title) : title) + "\n" + lines.joined()
  }

  private static func place(_ rows: [RowGroup]) -> String {
    let threads = rows.map(\.key.threads).distinct
    let counts = threads.map(HumanFormat.grouped).joined(separator: " or ")
    let key = rows[0].key
    let special = key.special.filter { setting in rows.allSatisfy { $0.key.special.contains(setting) } }
    return ([key.strategy, key.scenario, "\(counts) \(threads == [1] ? "thread" : "threads")"] + special)
      .joined(separator: ", ")
  }

  /// Returns the message that a child left when it ended abnormally, in one line and without terminal control codes.
  private static func remark(_ row: RowGroup) -> [String] {
    guard let remark = row.remark else { return [] }
    let parts = remark.unicodeScalars.split { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
    return ["said:   " + parts.map { String($0) }.joined(separator: " ")]
  }

  private static func shortTimeout(_ timeout: Duration) -> String {
    "the timeout, \(DurationFormat.text(timeout)), is shorter than a pause that the system may give any thread"
  }

  /// Returns the timeout to suggest for the next run. It is the timeout of this run, or 10 s if that was too short;
  /// `nil` stands for the usual timeout.
  private static func timeout(_ rows: [RowGroup]) -> Duration? {
    rows.contains { $0.endedByShortTimeout != nil } ? .seconds(10) : rows[0].rows[0].run.timeout
  }

  /// Returns the command that runs the same rows for longer.
  private static func command(_ rows: [RowGroup]) -> String {
    if rows[0].rows[0].run.id == RunMetadata.idOfTests { return "STRESS_TIME=10s swift test, in the test's package" }
    var key = rows[0].key
    key.initializerCost = rows.map(\.key).initializerCosts.joined(separator: ",")
    let threads = rows.map { String($0.key.threads) }.distinct.joined(separator: ",")
    let longest = rows.flatMap(\.rows).compactMap { $0.measured?.wallNanoseconds }.max() ?? 0
    let row = "\(Tool.current.name) run --strategy \(key.strategy) --scenario \(key.scenario) --threads \(threads)"
    let time = "--time " + (longest < 500_000_000 ? "1s" : "10s")
    let timeout = timeout(rows).map { ["--timeout \(DurationFormat.text($0))"] } ?? []
    return ([row] + key.specialOptions + [time] + timeout).joined(separator: " ")
  }
}

extension RowGroup {
  fileprivate var evidence: String {
    let endings =
      surprisingEndings.isEmpty
      ? []
      : [
        "expected \(expected.ending), but it \(surprisingEndings.joined(separator: ", ")) after"
          + " \(HumanFormat.counted(tally[.trials], "trial"))"
      ]
    let figures = forbidden.subtracting([.crash]).inOrder.map(figures) + endings
    return figures.isEmpty ? "expected \(expected), got another outcome" : figures.joined(separator: "; ")
  }

  fileprivate var likelyCause: String {
    forbidden.subtracting([.crash]).inOrder.first?.likelyCause
      ?? rows.first { $0.grade != nil && !$0.endedAsDeclared }?.status.likelyCause
      ?? "the declaration in the catalog is out of date"
  }

  private func figures(of defect: Defect) -> String {
    let trials = HumanFormat.counted(tally[.trials], "trial")
    switch defect {
    case .instances:
      let violating = HumanFormat.grouped(tally[.multiInstanceTrials])
      return
        "expected \(Scenario(id: key.scenario)?.promise.briefly ?? "1 instance"), got \(tally[.instancesMax]) in \(violating) of \(trials)"
    case .liveMax:
      let allowed = rows.map(\.aliveAllowed).max() ?? 1
      return "expected at most \(allowed) alive at the same time, got \(tally[.liveMax])"
    default:
      let column = defect == .inits ? "init_reentries" : defect.rawValue
      return "expected \(column) 0, got \(HumanFormat.grouped(tally.count(of: defect))) in \(trials)"
    }
  }
}

extension Expectation {
  /// The end that the declaration demands, as words that follow "expected".
  fileprivate var ending: String {
    let endings = demand.endings.inOrder.map { "to " + $0.rawValue }
    return endings.isEmpty ? "the row to run to its end" : "every trial " + endings.joined(separator: " or ")
  }
}

extension Promise {
  /// The instances that the promise allows, as words that follow "expected".
  fileprivate var briefly: String {
    switch self {
    case .oneInstance, .oneInstanceOrRefusal, .oneInstanceAfterFailure: "1 instance"
    case .oneInstancePerClass: "1 instance per class"
    case .oneInstancePerOwner: "1 instance per owner"
    case .oneAlive: "1 instance alive at a time"
    }
  }
}
