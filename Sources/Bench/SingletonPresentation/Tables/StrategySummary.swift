import SingletonCore
import SingletonTextFormats

/// A summary of one form of a strategy in a run: a verdict for each usage, and figures of the same rows.
struct StrategySummary {
  let id: String
  let form: String
  let verdicts: [Usage: Verdict]
  /// For each usage, the observations that break no promise.
  let harmless: [Usage: Set<Defect>]
  private let rows: [Usage: [RowGroup]]
  /// The time of a later access.
  let cost: AccessCost?

  /// - Parameters:
  ///   - rows: The rows of one form of the strategy. There must be at least one.
  ///   - floors: The times of the empty loops in the rows of all strategies.
  private init(_ rows: [RowGroup], over floors: ShortestFloors) {
    id = rows[0].key.strategy
    form = rows[0].key.form
    let byUsage = Dictionary(grouping: rows, by: \.usage)
    verdicts = byUsage.compactMapValues(\.verdict)
    harmless = byUsage.mapValues(\.harmless)
    self.rows = byUsage
    cost = AccessCost(of: rows.flatMap(\.rows), over: floors)
  }

  /// The verdict for callers that ask once, or `nil` if no row tried that.
  var accessor: Verdict? { verdicts[.accessing] }

  /// The rows in which each caller asked once.
  var asked: [RowGroup] { rows[.accessing] ?? [] }

  func trials(_ usage: Usage) -> UInt64 { (rows[usage] ?? []).count(.trials) }

  /// The first usage that was tried and the verdict for it, which together represent the strategy.
  var main: (usage: Usage, verdict: Verdict) {
    Usage.allCases.lazy.compactMap { usage in verdicts[usage].map { (usage, $0) } }.first!
  }

  /// The main verdict in words. The usage is included if it is not `accessing`.
  var phrase: String {
    let (usage, verdict) = main
    return (usage == .accessing ? "" : usage.title + ": ")
      + verdict.styledPhrase(trials: trials(usage)).naming(harmless[usage] ?? []).text
  }

  /// Whether the strategy is unsafe for callers that drop the instance and ask again.
  fileprivate var breaksAgain: Bool { breaks(.reacquiring) }

  /// Whether the strategy is unsafe in a use other than to ask once.
  fileprivate var breaksElsewhere: Bool { Usage.allCases.dropFirst().contains(where: breaks) }

  private func breaks(_ usage: Usage) -> Bool {
    verdicts[usage].map { !$0.kind.isSafe && $0.kind != .unknown } ?? false
  }

  private var safeUsages: Int { verdicts.values.count(where: \.kind.isSafe) }

  /// Returns a summary of each form of each strategy of which at least one row has begun. The plain forms come first,
  /// then the harness's, both sorted as ``order`` describes.
  ///
  /// - Parameter strategies: The strategies in the order of the rows.
  static func sorted(_ rows: [RowGroup], _ strategies: [String]) -> [StrategySummary] {
    let begun = Dictionary(grouping: rows.filter(\.hasBegun)) { [$0.key.form, $0.key.strategy] }
    let floors = ShortestFloors(of: rows.flatMap(\.rows))
    return Set(begun.keys.map { $0[0] }).sorted(by: >).flatMap { form in
      strategies.compactMap { begun[[form, $0]] }.map { StrategySummary($0, over: floors) }
        .sorted { $0.place < $1.place }
    }
  }

  /// A sentence that describes the order of the summaries.
  static var order: String {
    "Those without a defect first; among equals, \(Tool.current.advice.isEmpty ? "" : "what to write, then ")those that held in more"
      + " uses, then the lowest measured cost."
  }

  /// The sorting key. A strategy that was not tried with callers that ask once comes last. One that was tried in more
  /// usages can be safe in more of them. One that the catalog advises comes before other safe ones, however many usages
  /// were tried.
  private var place: (Int, Int, Int, Double, String) {
    let advised = Tool.current.advice.contains { $0.strategy == id }
    let rank = main.verdict.kind.rank + (accessor == nil ? Verdict.Kind.allCases.count : 0)
    return (rank, breaksAgain ? 1 : 0, advised ? .min : -safeUsages, cost?.nanoseconds ?? .infinity, id)
  }
}

extension [StrategySummary] {
  /// Whether there are too few strategies for a summary of their verdicts.
  var isFew: Bool { Set(map(\.id)).count < 4 }

  /// The forms, in the order of the summaries.
  var forms: [String] { map(\.form).distinct }

  /// The usages that at least one row tried, except for `accessing`, in their usual order.
  var usages: [Usage] { Usage.allCases.dropFirst().filter { usage in contains { $0.verdicts[usage] != nil } } }

  /// Returns for each form sentences on how many strategies have each kind of verdict.
  ///
  /// - Parameter namesAll: Whether to name the strategies that only the checker refutes. It is not needed if a table
  ///   shows them.
  func overview(namesAll: Bool = false) -> [[(kind: Verdict.Kind, sentence: String)]] {
    forms.map { form in
      filter { $0.form == form }.sentences(forms.count > 1 ? " " + RowForm.place(form) : "", namesAll: namesAll)
    }
  }

  private func sentences(_ place: String, namesAll: Bool) -> [(kind: Verdict.Kind, sentence: String)] {
    let (looks, unknown) = (asked(.refuted), asked(.unknown))
    // The check of a run is that of the harness's form, whatever form the line has.
    let what = contains { $0.form == RowForm.plain.rawValue } ? "the harness's form" : "this form"
    let sentences: [(Verdict.Kind, String?)] = [
      (.safe, safety(place)), (.unsafe, again),
      (
        .refuted,
        looks.counted("showed none, but the model checker refutes \(what)\(namesAll ? ": " + looks.names : "").")
      ),
      (.unsafe, broken),
      (.unknown, unknown.counted("\(unknown.wasWere) not seen enough.")), (.unknown, untried(place)),
    ]
    return sentences.compactMap { kind, sentence in sentence.map { (kind, $0) } }
  }

  private var safe: [StrategySummary] { filter { $0.accessor?.kind.isSafe == true } }

  private func safety(_ place: String) -> String? {
    guard contains(where: { $0.accessor != nil }) else { return nil }
    return "Of \(HumanFormat.counted(count, "strategy", "strategies"))\(place), \(safe.count) showed no"
      + " defect if callers only ask: all threads got the same instance\(trials)\(safe.isEmpty ? "" : "; " + checked)."
  }

  /// How many of the safe strategies the check has proved, as words that follow a sentence.
  private var checked: String {
    let proved = safe.filter { $0.accessor?.kind.isProved == true }
    guard !proved.isEmpty else {
      return contains { $0.form == RowForm.plain.rawValue }
        ? "a run checks no listing" : "no check has proved any of them"
    }
    return "\(proved.count) of them \(proved.isAre) model-checked \(Verdict.proofScope)"
  }

  /// The number of trials in which each safe strategy was asked, as words that follow a sentence.
  private var trials: String {
    guard let least = safe.map({ $0.trials(.accessing) }).min(), least > 0 else { return "" }
    let trials = HumanFormat.counted(least, "trial")
    return (safe.count == 1 ? ", in \(trials)" : ", in at least \(trials) each") + " (\(Verdict.room(in: least)))"
  }

  /// A text on the strategies that are safe for callers that ask once, and not in another use, above all not for callers
  /// that drop the instance and ask again.
  private var again: String? {
    let (broken, elsewhere) = (safe.filter(\.breaksAgain), safe.filter(\.breaksElsewhere))
    let dropping = "if callers drop the instance and ask again: \(broken.names)"
    let how = "of these broke, or \(elsewhere.isAre) refuted,"
    if elsewhere.count == broken.count { return broken.counted("\(how) \(dropping).") }
    let more = broken.isEmpty ? "" : ", \(broken.count) of them \(dropping)"
    return elsewhere.counted("\(how) in another use\(more).")
  }

  private var broken: String? {
    let (unsafe, crash, hang) = (asked(.unsafe), asked(.crashes), asked(.deadlocks))
    let parts = [
      unsafe.counted("\(unsafe.isAre) unsafe"),
      crash.counted("crashed: \(crash.names)"), hang.counted("hung: \(hang.names)"),
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "; ") + "."
  }

  private func untried(_ place: String) -> String? {
    let untried = filter { $0.accessor == nil }
    return untried.count == count
      ? "No row of \(HumanFormat.counted(count, "strategy", "strategies"))\(place) tried callers that ask once."
      : untried.counted("\(untried.wasWere) not tried with callers that ask once: \(untried.names).")
  }

  private func asked(_ kind: Verdict.Kind) -> [StrategySummary] { filter { $0.accessor?.kind == kind } }

  /// Returns the text after the number of strategies, or `nil` if there are no strategies.
  private func counted(_ text: String) -> String? { isEmpty ? nil : "\(count) \(text)" }

  private var names: String { map(\.id).joined(separator: ", ") }
  private var isAre: String { count == 1 ? "is" : "are" }
  private var wasWere: String { count == 1 ? "was" : "were" }

  /// A sentence about the safe strategies that the catalog advises, each with its cost and its use; `nil` if there are
  /// none.
  var advice: String? {
    let parts = Tool.current.advice.compactMap { advice in
      // The form that comes first is the listing, if it ran.
      first { $0.id == advice.strategy }.flatMap { [$0].safe.first }.map { strategy in
        strategy.id + (strategy.cost.map { " (\($0.text) ns)" } ?? "") + " for \(advice.need)"
      }
    }
    return parts.isEmpty ? nil : "What to write, as the catalog advises: \(parts.joined(separator: ", "))."
  }
}

extension Verdict.Kind {
  /// The position in a sorted table. Proved strategies are on a par with other safe ones.
  fileprivate var rank: Int { isSafe ? 0 : Self.allCases.firstIndex(of: self)! }
}
