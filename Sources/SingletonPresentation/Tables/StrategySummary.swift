import SingletonCore
import SingletonTextFormats

/// A summary of one strategy in a run: a verdict for each usage, and the cost of an access.
struct StrategySummary {
  let id: String
  let verdicts: [Usage: Verdict]
  /// The observations in each usage that break no promise.
  let harmless: [Usage: Set<Defect>]
  /// The number of trials in which each caller asked once: those of the harness's form if that form ran.
  let trials: UInt64
  /// The number of these trials that broke the promise.
  let violatingTrials: UInt64
  /// The time of a later access in the form of ``timedForm(of:)``.
  let cost: AccessCost?

  /// - Parameters:
  ///   - rows: The strategy's rows; at least one.
  ///   - form: The form whose times are shown.
  ///   - floors: The floors of all strategies' rows.
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

  /// Returns the form whose times a table shows: the listings', which are what an application pays, if any ran.
  static func timedForm(of rows: some Sequence<RowKey>) -> RowForm {
    rows.contains { $0.form == RowForm.plain.rawValue } ? .plain : .harness
  }

  /// The verdict on callers that ask once, or `nil` if no row tried that.
  var accessor: Verdict? { verdicts[.accessing] }

  /// The first usage that was tried, which represents the strategy, and its verdict.
  var main: (usage: Usage, verdict: Verdict) {
    Usage.allCases.lazy.compactMap { usage in verdicts[usage].map { (usage, $0) } }.first!
  }

  /// The main verdict in words, with its usage if that is not the accessor.
  var phrase: String {
    let (usage, verdict) = main
    return (usage == .accessing ? "" : usage.title + ": ") + verdict.styledPhrase.naming(harmless[usage] ?? []).text
  }

  /// Whether the strategy is unsafe for callers that drop the instance and ask again.
  fileprivate var breaksAgain: Bool { verdicts[.reacquiring].map { !$0.kind.isSafe && $0.kind != .unknown } ?? false }

  private var safeUsages: Int { verdicts.values.count(where: \.kind.isSafe) }

  /// Returns a summary of each strategy that has at least one row that has begun, in the order that ``order`` describes.
  ///
  /// - Parameter strategies: The strategies in the rows' order.
  static func sorted(_ rows: [RowGroup], _ strategies: [String]) -> [StrategySummary] {
    let begun = Dictionary(grouping: rows.filter(\.hasBegun), by: \.key.strategy)
    let form = timedForm(of: rows.map(\.key))
    let floors = ShortestFloors(of: rows.flatMap(\.rows))
    let summaries = strategies.compactMap { id in begun[id].map { StrategySummary(id, $0, timesOf: form, over: floors) }
    }
    return summaries.sorted { $0.place < $1.place }
  }

  /// The order of sorted summaries, as a sentence.
  static var order: String {
    "Safest first: asked once, then asked again, \(Tool.current.advice.isEmpty ? "" : "then what to write, ")then how many other"
      + " uses are safe (not tried counts as none), then ns."
  }

  /// The place in this order. A strategy that was tried in few usages is safe in few; one that the catalog advises to write
  /// is above those that it does not advise, however many usages it was tried in.
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

  /// The usages that any row tried, except access, in their order.
  var usages: [Usage] { Usage.allCases.dropFirst().filter { usage in contains { $0.verdicts[usage] != nil } } }

  /// Returns sentences on the number of strategies with each kind of verdict.
  ///
  /// - Parameter namesAll: Whether to name the strategies that only look safe. A reader of a table finds them in the
  ///   table.
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

  /// The strategies that are safe until callers drop the instance and ask again.
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

  /// Returns the number of strategies before a text, or `nil` if there are none.
  private func counted(_ text: String) -> String? { isEmpty ? nil : "\(count) \(text)" }

  private var names: String { map(\.id).joined(separator: ", ") }
  private var isAre: String { count == 1 ? "is" : "are" }
  private var wasWere: String { count == 1 ? "was" : "were" }

  /// A sentence with the safe strategies that the catalog advises to write, each with its cost and the need that it serves;
  /// `nil` if there are none.
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
  /// The place in a sorted table, in which a proof makes no strategy safer than another.
  fileprivate var rank: Int { isSafe ? 0 : Self.allCases.firstIndex(of: self)! }
}
