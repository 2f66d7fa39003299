import SingletonCore
import SingletonDrawings
import SingletonMemoryModels
import SingletonModelChecker
import SingletonStrategyChecker
import SingletonStrategyKit
import SingletonTextFormats

extension CheckResult {
  /// Creates the result of a check of a class.
  ///
  /// - Parameter limit: The argument whose limit was reached, with its value; empty if none was.
  init(_ name: String, _ rows: [CheckRow], _ log: CheckLog, limit: String = "") {
    self.init(name, rows)
    seen = log.seen
    unseen = log.unmodeled.variables + log.unmodeled.locks
    // Variables inside other objects are listed, but the accessor need not use them.
    let unmarked = log.unmodeled.variables.filter { !$0.contains(".") }
    if seen.isEmpty || !(unmarked + log.unmodeled.locks).isEmpty {
      searches = searches.map { $0.notModeled }
    } else if let example = rows.lazy.compactMap(\.counterexample).first {
      let command = "check(..., replay: \"\(example.code)\")"
      counterexample = CounterexampleDrawing(example, command: command, width: AccessReport.width).text
      replayCode = example.code
    }
    if !log.openLoops.loops.isEmpty {
      for index in searches.indices where searches[index].verdict == .proved { searches[index].verdict = .undecided }
    }
    let refuted = rows.filter { $0.verdict == .refuted }
    description =
      AccessReport(
        result: self, unmarked: unmarked, unmodeledLocks: log.unmodeled.locks, model: rows.first?.model ?? .rc11,
        limit: limit, unseenInstances: log.unseenInstances, openLoops: log.openLoops.loops,
        condition: (refuted.isEmpty ? rows : refuted).lazy.compactMap(\.condition).first
      ).text
  }
}

/// The result of a check of a class in words.
private struct AccessReport {
  static let width = 100

  let result: CheckResult
  /// The owner's own variable properties among those that are not modeled.
  let unmarked: [String]
  let unmodeledLocks: [String]
  let model: MemoryModel
  let limit: String
  let unseenInstances: Set<UnseenInstance>
  /// The loops whose rounds were not all explored.
  let openLoops: Set<OpenLoops.Loop>
  /// What is assumed of waits with a time limit, or `nil` if nothing is.
  let condition: String?

  private var verdict: CheckVerdict { result.verdict }

  /// The verdict in a sentence, the counterexample, and the parts of the class that the check has seen and not seen.
  var text: String {
    let sentences =
      wrapped("\(result.name): \(summary)") + result.searches.flatMap { wrapped(text(of: $0), first: "  ") }
    let drawing = result.counterexample.map { ["", $0.trailingNewlineDropped] } ?? []
    return (sentences + drawing + [""] + scope.flatMap { wrapped($0) }).joined(separator: "\n")
  }

  private func text(of search: CheckResult.Search) -> String {
    let threads = HumanFormat.counted(search.threads, "thread")
    if search.verdict == .undecided, search.executions == 0 { return "\(threads): not searched" }
    let shown = search.findings.map { defect in
      defect.meaning + (search.strongestModels[defect].map { " (\($0.rawValue))" } ?? "")
    }
    return "\(threads), \(HumanFormat.counted(search.executions, "execution")): \(text(of: search.verdict))"
      + (shown.isEmpty ? "" : ": " + shown.joined(separator: ", "))
  }

  private func text(of verdict: CheckVerdict) -> String {
    guard verdict == .notModeled else { return "\(verdict)" }
    return result.seen.isEmpty
      ? "nothing modeled was used" : "no verdict is possible, because a part of the class is not modeled"
  }

  /// The verdict, with the numbers of threads that a proof covers.
  private var summary: String {
    guard verdict == .proved || verdict == .undecided else { return text(of: verdict) + assumption }
    let numbers = [CheckVerdict.proved, .undecided].compactMap { verdict in
      range(of: verdict).map { "\(verdict) for \($0.inWords) threads" }
    }.joined(separator: ", ")
    return numbers + assumption
  }

  private var assumption: String { condition.map { ", \($0)" } ?? "" }

  /// Returns the numbers of threads with a verdict. A limit stops the greater numbers.
  private func range(of verdict: CheckVerdict) -> ClosedRange<Int>? {
    let numbers = result.searches.filter { $0.verdict == verdict }.map(\.threads)
    return numbers.first.map { $0...numbers.last! }
  }

  /// The call that decides what a limit has left open, or `nil` if none has.
  private var continuation: String? {
    guard openLoops.isEmpty, verdict == .undecided, let open = range(of: .undecided) else { return nil }
    return ProofStatement.stopped(by: limit, open: open)
  }

  /// The loops that leave the verdict open, or `nil` if none does.
  private var openLoopAdvice: String? {
    guard verdict == .undecided, !openLoops.isEmpty else { return nil }
    return OpenLoops.advice(openLoops) { SourceLine(word: $0).place }
  }

  /// The parts of the class that the check has seen and not seen, and the next step.
  private var scope: [String] {
    let list = result.seen.isEmpty ? "nothing" : result.seen.joined(separator: ", ")
    let names = result.unseen.isEmpty ? "" : ": \(result.unseen.joined(separator: ", "))"
    return [
      verdict == .notModeled && result.seen.isEmpty
        ? "Likely: the file of \(result.name) imports Synchronization and not ModeledSynchronization, or it is compiled without"
          + " STRESS_MODEL: `swift test --traits Model` defines it." : nil,
      unmarked.isEmpty
        ? nil
        : "Mark as @Plain, which ModeledSynchronization declares, and check again: \(unmarked.joined(separator: ", ")).",
      unmodeledLocks.isEmpty
        ? nil
        : "Use the Mutex, Atomic or DispatchSemaphore of ModeledSynchronization, and check again, instead of"
          + " \(unmodeledLocks.joined(separator: ", ")).",
      continuation,
      openLoopAdvice,
      unseenInstances.contains(.ofThread)
        ? "The accessor has returned an instance that no modeled memory has held. If a property holds it, mark the"
          + " property as @Plain and check again: here each thread had its own." : nil,
      unseenInstances.contains(.outside)
        ? "The accessor has returned an instance that exists outside of the owner, such as a static property. The check"
          + " has not seen how it is made." : nil,
      "Seen: \(list).",
      "Not seen: memory that is not modeled\(names), which each thread has for itself; globals; retain and release;"
        + " what happens inside an instance; a comparison by === or ObjectIdentifier of instances inside a struct.",
      result.isProved
        ? ProofStatement.ofClass(
          asks: "asks once", under: model,
          [.loops(rounds: OpenLoops.mostRounds)] + (condition != nil ? [.patience] : [])) : nil,
    ].compactMap(\.self)
  }

  private func wrapped(_ text: String, first: String = "") -> [String] {
    TextLayout.wrapped(text, width: Self.width, first: first, later: first + "  ", cutsWords: true)
  }
}

extension ClosedRange<Int> {
  fileprivate var inWords: String {
    count == 1 ? "\(lowerBound)" : "\(lowerBound) \(count == 2 ? "and" : "through") \(upperBound)"
  }
}

extension String {
  fileprivate var trailingNewlineDropped: String { hasSuffix("\n") ? String(dropLast()) : self }
}
