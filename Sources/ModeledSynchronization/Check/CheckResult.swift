public import SingletonCore
import SingletonDrawings
public import SingletonMemoryModels
import SingletonTextFormats

/// What a check has found out about an accessor.
///
/// The description says the verdict in a sentence, draws the counterexample, and lists what the check has seen and what
/// it has not.
public struct CheckResult: Sendable {
  /// The answer of a check.
  public enum Verdict: String, Sendable {
    /// Every execution keeps the promise: all threads get the same instance, fully built, and none waits forever.
    case proved
    /// An execution breaks the promise.
    case refuted
    /// A limit stopped the search before it was complete, and what was visited keeps the promise.
    case undecided = "not decided"
    /// The owner has a variable property that is not modeled. Each thread had one of its own, so the search says nothing.
    case partlyModeled = "nothing can be said, because a variable is not modeled"
    /// The accessor has used no modeled memory, so there was nothing to check.
    case nothingModeled = "nothing modeled was touched"
  }

  /// What was found with one number of threads.
  public struct Search: Sendable {
    /// The number of threads.
    public let threads: Int
    /// The answer for this number of threads.
    public let verdict: Verdict
    /// The number of complete executions visited. An execution that waits forever or stops the process is not complete.
    public let executions: UInt64
    /// The defects that break the promise, the most interesting first.
    public let findings: [Defect]
    /// The strongest memory model that shows each of them; a defect of which a limit left that open is missing.
    public let strongestModels: [Defect: MemoryModel]
  }

  /// The name of the owner's type.
  public let name: String
  /// The searches, the fewest threads first.
  public let searches: [Search]
  /// The names of the modeled properties and variables that the accessor has used, with their types, such as
  /// `lock (Mutex)`.
  public let seen: [String]
  /// The names of the owner's variable properties that are not modeled.
  public let unseen: [String]
  /// The drawing of the simplest execution that breaks the promise, with the lines of the source; `nil` if there is none.
  public let counterexample: String?
  /// The code that shows the same execution again, as the argument `replay` of `check`.
  public let replayCode: String?

  /// The owner's own variable properties among those that are not modeled.
  private let unmarked: [String]
  private let model: MemoryModel
  private let unseenInstances: Set<UnseenInstance>
}

extension CheckResult {
  /// Whether every execution, with each number of threads, keeps the promise.
  public var isProved: Bool { verdict == .proved }

  /// The verdict on all searches: the worst one.
  public var verdict: Verdict {
    let order: [Verdict] = [.nothingModeled, .partlyModeled, .refuted, .undecided]
    return order.first { verdict in searches.contains { $0.verdict == verdict } } ?? .proved
  }

  /// All defects that were found, the most interesting first.
  public var findings: [Defect] { searches.flatMap(\.findings).inOrderOfInterest }
}

extension CheckResult {
  static let width = 100

  init(_ name: String, _ rows: [CheckRow], _ log: CheckLog) {
    self.name = name
    // Variables inside other objects are listed, but the accessor need not use them.
    unmarked = log.unmodeled.filter { !$0.contains(".") }
    let obstacle: Verdict? = log.seen.isEmpty ? .nothingModeled : unmarked.isEmpty ? nil : .partlyModeled
    searches = rows.map { Search($0, obstacle) }
    seen = log.seen.map { "\($0.name) (\($0.kind))" }
    unseen = log.unmodeled
    unseenInstances = log.unseenInstances
    model = rows.first?.model ?? .rc11
    let example = obstacle != nil ? nil : rows.lazy.compactMap(\.counterexample).first
    counterexample = example.map { example in
      let command = "check(..., replay: \"\(example.code)\")"
      return CounterexampleDrawing(example, command: command, width: Self.width).text
    }
    replayCode = example?.code
  }
}

extension CheckResult.Search {
  /// - Parameter obstacle: The verdict that stands whatever the search has found, or `nil` if nothing is in its way.
  fileprivate init(_ row: CheckRow, _ obstacle: CheckResult.Verdict?) {
    threads = row.threads
    executions = row.executions ?? 0
    verdict = obstacle ?? CheckResult.Verdict(row.verdict)
    findings = obstacle == nil ? row.breaches.inOrderOfInterest : []
    strongestModels = row.strongestModels.filter { row.breaches.contains($0.key) }
  }
}

extension CheckResult.Verdict {
  fileprivate init(_ verdict: CheckVerdict) {
    switch verdict {
    case .proved: self = .proved
    case .refuted: self = .refuted
    case .limit: self = .undecided
    case .notModeled: self = .nothingModeled
    }
  }
}

// MARK: - The result in words

extension CheckResult: CustomStringConvertible {
  public var description: String {
    let sentences = wrapped("\(name): \(verdict.rawValue)") + searches.flatMap { wrapped("\($0)", first: "  ") }
    let drawing = counterexample.map { ["", $0.trailingNewlineDropped] } ?? []
    return (sentences + drawing + [""] + scope.flatMap { wrapped($0) }).joined(separator: "\n")
  }

  /// What the check has seen and what it has not.
  private var scope: [String] {
    let list = seen.isEmpty ? "nothing" : seen.joined(separator: ", ")
    let names = unseen.isEmpty ? "" : ": \(unseen.joined(separator: ", "))"
    return [
      unmarked.isEmpty
        ? nil
        : "Mark as @Plain, which ModeledSynchronization declares, and check again: \(unmarked.joined(separator: ", ")).",
      unseenInstances.contains(.ofThread)
        ? "The accessor has returned an instance that no modeled memory has held. If a property holds it, mark the"
          + " property as @Plain and check again: here each thread had one of its own." : nil,
      unseenInstances.contains(.outside)
        ? "The accessor has returned an instance that exists outside of the owner, such as a static property. How it is"
          + " made was not seen." : nil,
      "Seen: \(list).",
      "Not seen: memory that is not modeled\(names), of which each thread has its own; globals; retain and release; what"
        + " happens inside an instance; a comparison by === or ObjectIdentifier of instances inside a struct.",
      isProved ? "Proved under \(model.fullName): \(ProofStatement.assumptions)." : nil,
    ].compactMap(\.self)
  }

  private func wrapped(_ text: String, first: String = "") -> [String] {
    TextLayout.wrapped(text, width: Self.width, first: first, later: first + "  ", cutsWords: true)
  }
}

extension CheckResult.Search: CustomStringConvertible {
  public var description: String {
    let shown = findings.map { defect in
      defect.words + (strongestModels[defect].map { " (\($0.rawValue))" } ?? "")
    }
    let detail = shown.isEmpty ? "" : ": " + shown.joined(separator: ", ")
    let counts = HumanFormat.counted(threads, "thread") + ", " + HumanFormat.counted(executions, "execution")
    return "\(counts): \(verdict.rawValue)\(detail)"
  }
}

extension String {
  fileprivate var trailingNewlineDropped: String { hasSuffix("\n") ? String(dropLast()) : self }
}
