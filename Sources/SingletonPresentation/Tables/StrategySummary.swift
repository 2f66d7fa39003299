import SingletonCore
import SingletonTextFormats

/// A summary of one strategy in a run: a verdict for each usage, and the cost of an access.
struct StrategySummary {
  let id: String
  let verdicts: [Usage: Verdict]
  /// For each usage, the observations that break no promise.
  let harmless: [Usage: Set<Defect>]
  /// The number of trials in which each caller asked once. Only trials of the harness's form count, if that form ran.
  let trials: UInt64
  /// The number of these trials that broke the promise.
  let violatingTrials: UInt64
  /// The time of a later access, in the form that ``timedForm(of:)`` returns.
  let cost: AccessCost?

  /// - Parameters:
  ///   - rows: The rows of the strategy. There must be at least one.
  ///   - form: The form whose times are shown.
  ///   - floors: The times of the empty loops in the rows of all strategies.
  init(_ id: String, _ rows: [RowGroup], timesOf form: RowForm, over floors: ShortestFloors) {
    self.id = id
    let byUsage = Dictionary(grouping: rows, by: \.usage)
    verdicts = byUsage.compactMapValues(\.verdictOnForms)
    harmless = byUsage.mapValues(\.harmless)
    let asked = byUsage[.accessing] ?? []
    let counted = [asked.of(.harness), asked.of(.plain)].first { !$0.isEmpty } ?? []
    trials = counted.count(.trials)
    violatingTrials = counted.count(.violatingTrials)
    cost = AccessCost(of: rows.of(form).flatMap(\.rows), over: floors)
  }

  /// Returns the form whose times a table shows. If any listing ran, it is `plain`, because the times of listings are
  /// those that an application sees.
  static func timedForm(of rows: some Sequence<RowKey>) -> RowForm {
    rows.contains { $0.form == RowForm.plain.rawValue } ? .plain : .harness
  }

  /// The verdict for callers that ask once, or `nil` if no row tried that.
  var accessor: Verdict? { verdicts[.accessing] }

  /// The first usage that was tried and the verdict for it, which together represent the strategy.
  var main: (usage: Usage, verdict: Verdict) {
    Usage.allCases.lazy.compactMap { usage in verdicts[usage].map { (usage, $0) } }.first!
  }

  /// The main verdict in words. The usage is included if it is not `accessing`.
  var phrase: String {
    let (usage, verdict) = main
    return (usage == .accessing ? "" : usage.title + ": ") + verdict.styledPhrase.naming(harmless[usage] ?? []).text
  }

  /// Whether the strategy is unsafe for callers that drop the instance and ask again.
  fileprivate var breaksAgain: Bool { verdicts[.reacquiring].map { !$0.kind.isSafe && $0.kind != .unknown } ?? false }

  private var safeUsages: Int { verdicts.values.count(where: \.kind.isSafe) }

  /// Returns a summary of each strategy of which at least one row has begun, sorted as ``order`` describes.
  ///
  /// - Parameter strategies: The strategies in the order of the rows.
  static func sorted(_ rows: [RowGroup], _ strategies: [String]) -> [StrategySummary] {
    let begun = Dictionary(grouping: rows.filter(\.hasBegun), by: \.key.strategy)
    let form = timedForm(of: rows.map(\.key))
    let floors = ShortestFloors(of: rows.flatMap(\.rows))
    let summaries = strategies.compactMap { id in begun[id].map { StrategySummary(id, $0, timesOf: form, over: floors) }
    }
    return summaries.sorted { $0.place < $1.place }
  }

  /// A sentence that describes the order of the summaries.
  static var order: String {
    "Safest first: asked once, then asked again, \(Tool.current.advice.isEmpty ? "" : "then what to write, ")then how many other"
      + " uses are safe (not tried counts as none), then ns."
  }

  /// The sorting key. A strategy that was tried in more usages can be safe in more of them. One that the catalog
  /// advises comes before other safe ones, however many usages were tried.
  private var place: (Int, Int, Int, Double, String) {
    let advised = Tool.current.advice.contains { $0.strategy == id }
    return (
      main.verdict.kind.rank, breaksAgain ? 1 : 0, advised ? .min : -safeUsages, cost?.nanoseconds ?? .infinity, id
    )
  }
}

extension [StrategySummary] {
  /// Whether there are too few strategies for a summary of their verdicts.
  var isFew: Bool { count < 4 }

  /// The usages that at least one row tried, except for `accessing`, in their usual order.
  var usages: [Usage] { Usage.allCases.dropFirst().filter { usage in contains { $0.verdicts[usage] != nil } } }

  /// Returns sentences on how many strategies have each kind of verdict.
  ///
  /// - Parameter namesAll: Whether to name the strategies that only look safe. It is not needed if a table shows them.
  func overview(namesAll: Bool = false) -> [(kind: Verdict.Kind, sentence: String)] {
    let (looks, unknown) = (asked(.refuted), asked(.unknown))
    let looking =
      "only \(looks.count == 1 ? "looks" : "look") safe\(namesAll ? ": \(looks.names). Nothing" : ": nothing")"
    let sentences: [(Verdict.Kind, String?)] = [
      (.safe, safety), (.unsafe, again),
      (.refuted, looks.counted("\(looking) broke here, but the model checker shows how it can.")), (.unsafe, broken),
      (.unknown, unknown.counted("\(unknown.wasWere) not seen enough.")), (.unknown, untried),
    ]
    return sentences.compactMap { kind, sentence in sentence.map { (kind, $0) } }
  }

  private var safe: [StrategySummary] { filter { $0.accessor?.kind.isSafe == true } }

  private var safety: String? {
    guard contains(where: { $0.accessor != nil }) else { return nil }
    let raced = safe.filter { $0.accessor?.kind != .proved }
    let proved = safe.count - raced.count
    let evidence =
      raced.isEmpty
      ? ": all proved \(Verdict.proofScope)"
      : ": \(proved) proved \(Verdict.proofScope), \(raced.count) not proved but seen safe in all trials"
        + (raced.isFew ? " (\(raced.names))" : "")
    return "Of \(HumanFormat.counted(count, "strategy", "strategies")), \(safe.count) \(safe.isAre) safe if each caller"
      + " asks once and keeps the instance\(proved > 0 ? evidence : "")."
  }

  /// A text on the strategies that are safe only until callers drop the instance and ask again.
  private var again: String? {
    let (tried, broken) = (safe.filter { $0.verdicts[.reacquiring] != nil }, safe.filter(\.breaksAgain))
    guard !broken.isEmpty else { return nil }
    let what = broken.count == tried.count ? ", and" : "; \(broken.count) of these"
    return "\(tried.count) of the safe ones \(tried.wasWere) also tried with callers that drop the instance and ask"
      + " again\(what) \(broken.isAre) not safe then: \(broken.names)."
  }

  private var broken: String? {
    let (unsafe, crash, hang) = (asked(.unsafe), asked(.crashes), asked(.deadlocks))
    let parts = [
      unsafe.counted("\(unsafe.isAre) unsafe"),
      crash.counted("\(crash.count == 1 ? "crashes" : "crash"): \(crash.names)"),
      hang.counted("\(hang.count == 1 ? "hangs" : "hang"): \(hang.names)"),
    ].compactMap(\.self)
    return parts.isEmpty ? nil : "Even if each caller asks once, \(parts.joined(separator: "; "))."
  }

  private var untried: String? {
    let untried = filter { $0.accessor == nil }
    return untried.count == count
      ? "No row of \(HumanFormat.counted(count, "strategy", "strategies")) tried callers that ask once."
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
      safe.first { $0.id == advice.strategy }.map { strategy in
        strategy.id + (strategy.cost.map { " (\($0.text) ns)" } ?? "") + " for \(advice.need)"
      }
    }
    return parts.isEmpty ? nil : "What to write: \(parts.joined(separator: ", "))."
  }
}

extension Verdict.Kind {
  /// The position in a sorted table. Proved strategies are on a par with other safe ones.
  fileprivate var rank: Int { isSafe ? 0 : Self.allCases.firstIndex(of: self)! }
}
