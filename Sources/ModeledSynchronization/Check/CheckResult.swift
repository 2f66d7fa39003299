public import SingletonCore
import SingletonDrawings
public import SingletonMemoryModels
import SingletonModelChecker
import SingletonStrategyKit
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
    /// A limit stopped the search before it was complete, or a loop has rounds that were not all explored, and what was
    /// visited keeps the promise.
    case undecided = "not decided"
    /// The owner has a variable or a synchronization object that is not modeled. Each thread had one of its own, so the
    /// search says nothing.
    case partlyModeled = "nothing can be said, because a part of the class is not modeled"
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
  /// The names of the owner's variable properties that are not modeled, and of its synchronization objects that are not,
  /// with their types, such as `lock (NSLock)`.
  public let unseen: [String]
  /// The drawing of the simplest execution that breaks the promise, with the lines of the source; `nil` if there is none.
  public let counterexample: String?
  /// The code that shows the same execution again, as the argument `replay` of `check`.
  public let replayCode: String?

  /// The owner's own variable properties among those that are not modeled.
  private let unmarked: [String]
  private let unmodeledLocks: [String]
  private let model: MemoryModel
  /// The argument whose limit was reached, if any was, with its value.
  private let limit: String
  private let unseenInstances: Set<UnseenInstance>
  /// The loops whose rounds were not all explored.
  private let openLoops: [OpenLoops.Loop]
  /// What a proof depends on besides the assumptions of all proofs, or `nil`.
  private let condition: String?
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

  init(_ name: String, _ rows: [CheckRow], _ log: CheckLog, limit: String = "") {
    self.name = name
    self.limit = limit
    // Variables inside other objects are listed, but the accessor need not use them.
    unmarked = log.unmodeled.variables.filter { !$0.contains(".") }
    unmodeledLocks = log.unmodeled.locks
    let isPartly = !(unmarked + unmodeledLocks).isEmpty
    let obstacle: Verdict? = log.seen.isEmpty ? .nothingModeled : isPartly ? .partlyModeled : nil
    openLoops = log.openLoops.loops.sorted { ($0.sourceLine, $0.rounds ?? .max) < ($1.sourceLine, $1.rounds ?? .max) }
    condition = rows.lazy.compactMap(\.condition).first
    let isOpen = !openLoops.isEmpty
    searches = rows.map { Search($0, obstacle, isOpen: isOpen) }
    seen = log.seen.map { "\($0.name) (\($0.kind))" }
    unseen = log.unmodeled.variables + log.unmodeled.locks
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
  /// - Parameters:
  ///   - obstacle: The verdict that stands whatever the search has found, or `nil` if nothing is in its way.
  ///   - isOpen: Whether a loop has rounds that were not all explored.
  fileprivate init(_ row: CheckRow, _ obstacle: CheckResult.Verdict?, isOpen: Bool) {
    threads = row.threads
    executions = row.executions ?? 0
    let found = CheckResult.Verdict(row.verdict)
    verdict = obstacle ?? (found == .proved && isOpen ? .undecided : found)
    findings = obstacle == nil ? row.breaches.inOrderOfInterest : []
    strongestModels = row.strongestModels.filter { row.breaches.contains($0.key) }
  }
}

extension CheckResult.Verdict {
  fileprivate init(_ verdict: CheckVerdict) {
    switch verdict {
    case .proved: self = .proved
    case .refuted: self = .refuted
    case .limit, .tooManyThreads: self = .undecided
    case .notModeled: self = .nothingModeled
    }
  }
}

// MARK: - The result in words

extension CheckResult: CustomStringConvertible {
  public var description: String {
    let sentences = wrapped("\(name): \(summary)") + searches.flatMap { wrapped("\($0)", first: "  ") }
    let drawing = counterexample.map { ["", $0.trailingNewlineDropped] } ?? []
    return (sentences + drawing + [""] + scope.flatMap { wrapped($0) }).joined(separator: "\n")
  }

  /// The verdict, with the numbers of threads that a proof covers.
  private var summary: String {
    guard verdict == .proved || verdict == .undecided else { return verdict.rawValue }
    let numbers = [Verdict.proved, .undecided].compactMap { verdict in
      range(of: verdict).map { "\(verdict.rawValue) for \($0.words) threads" }
    }.joined(separator: ", ")
    return numbers + (condition.map { ", \($0)" } ?? "")
  }

  /// The numbers of threads with a verdict. A limit stops the greater ones.
  private func range(of verdict: Verdict) -> ClosedRange<Int>? {
    let numbers = searches.filter { $0.verdict == verdict }.map(\.threads)
    return numbers.first.map { $0...numbers.last! }
  }

  /// How to decide what a limit has left open, or `nil` if none has.
  private var continuation: String? {
    guard openLoops.isEmpty, verdict == .undecided, let open = range(of: .undecided) else { return nil }
    let argument = limit.prefix { $0 != ":" }
    return "Stopped by the limit `\(limit)`. To go on, raise it: check(threads: \(open), \(argument): ...)."
  }

  /// The loops that leave the verdict open, or `nil` if none does.
  private var openLoopWords: String? {
    guard verdict == .undecided, !openLoops.isEmpty else { return nil }
    let words = openLoops.map { loop in
      let place = SourceLine(word: loop.sourceLine).place ?? "an unknown line"
      return loop.rounds.map { "\(place) gives up after \(HumanFormat.counted($0, "round"))" }
        ?? "\(place) was still going on after \(HumanFormat.grouped(OpenLoops.mostRounds)) rounds"
    }
    return
      "A loop has rounds that were not explored: \(words.joined(separator: ", ")). What happens if its value changes"
      + " in one of these is open. Let it give up after at most \(OpenLoops.unrolledRounds) rounds, or never, in the check."
  }

  /// What the check has seen and what it has not.
  private var scope: [String] {
    let list = seen.isEmpty ? "nothing" : seen.joined(separator: ", ")
    let names = unseen.isEmpty ? "" : ": \(unseen.joined(separator: ", "))"
    return [
      verdict == .nothingModeled
        ? "Likely: the file of \(name) imports Synchronization and not ModeledSynchronization, or it is compiled without"
          + " STRESS_MODEL: `swift test --traits Model` defines it." : nil,
      unmarked.isEmpty
        ? nil
        : "Mark as @Plain, which ModeledSynchronization declares, and check again: \(unmarked.joined(separator: ", ")).",
      unmodeledLocks.isEmpty
        ? nil
        : "Use the Mutex, Atomic or DispatchSemaphore of ModeledSynchronization, and check again, instead of"
          + " \(unmodeledLocks.joined(separator: ", ")).",
      continuation,
      openLoopWords,
      unseenInstances.contains(.ofThread)
        ? "The accessor has returned an instance that no modeled memory has held. If a property holds it, mark the"
          + " property as @Plain and check again: here each thread had one of its own." : nil,
      unseenInstances.contains(.outside)
        ? "The accessor has returned an instance that exists outside of the owner, such as a static property. How it is"
          + " made was not seen." : nil,
      "Seen: \(list).",
      "Not seen: memory that is not modeled\(names), of which each thread has its own; globals; retain and release; what"
        + " happens inside an instance; a comparison by === or ObjectIdentifier of instances inside a struct.",
      isProved
        ? "Proved for these numbers of threads, which the argument `threads` sets, each of which asks once, under"
          + " \(model.fullName): \(ProofStatement.assumptions); a loop that has repeated itself for"
          + " \(HumanFormat.grouped(OpenLoops.mostRounds)) rounds goes on until its value changes." : nil,
    ].compactMap(\.self)
  }

  private func wrapped(_ text: String, first: String = "") -> [String] {
    TextLayout.wrapped(text, width: Self.width, first: first, later: first + "  ", cutsWords: true)
  }
}

extension CheckResult.Search: CustomStringConvertible {
  public var description: String {
    let shown = findings.map { defect in
      defect.meaning + (strongestModels[defect].map { " (\($0.rawValue))" } ?? "")
    }
    let detail = shown.isEmpty ? "" : ": " + shown.joined(separator: ", ")
    if verdict == .undecided, executions == 0 { return HumanFormat.counted(threads, "thread") + ": not searched" }
    let counts = HumanFormat.counted(threads, "thread") + ", " + HumanFormat.counted(executions, "execution")
    return "\(counts): \(verdict.rawValue)\(detail)"
  }
}

extension ClosedRange<Int> {
  fileprivate var words: String {
    count == 1 ? "\(lowerBound)" : "\(lowerBound) \(count == 2 ? "and" : "through") \(upperBound)"
  }
}

extension String {
  fileprivate var trailingNewlineDropped: String { hasSuffix("\n") ? String(dropLast()) : self }
}
