import CSingletonHooks
import SingletonCore
import SingletonDrawings
import SingletonMemoryModels
import SingletonModelChecker
import SingletonStrategyChecker
import SingletonStrategyKit
import SingletonTextFormats

extension CheckResult {
  /// Creates the result of a check of an unmodified class.
  init<Owner: ~Copyable, Value>(_ subject: Subject<Owner, Value>, _ rows: [CheckRow], _ log: InstrumentedLog) {
    self.init(subject.name, rows)
    for index in searches.indices where log.isEmpty && searches[index].verdict == .proved {
      searches[index] = searches[index].notModeled
    }
    if let example = rows.lazy.compactMap(\.counterexample).first {
      let command = "check(..., replay: \"\(example.code)\")"
      counterexample = CounterexampleDrawing(example, command: command, width: InstrumentedReport.width).text
      replayCode = example.code
    }
    let buildsMore =
      rows.contains { $0.found.contains(.inits) } && !findings.contains { [.inits, .instances].contains($0) }
    description =
      InstrumentedReport(
        result: self, log: log, model: rows.first?.model ?? .rc11, timeouts: subject.timeouts, buildsMore: buildsMore
      ).text
  }
}

/// The result of a check of an unmodified class in words.
struct InstrumentedReport {
  static let width = 100

  let result: CheckResult
  let log: InstrumentedLog
  let model: MemoryModel
  let timeouts: Timeouts?
  let buildsMore: Bool

  var text: String {
    let sentences =
      wrapped("\(result.name): \(summary)") + result.searches.flatMap { wrapped(text(of: $0), first: "  ") }
    let drawing = result.counterexample.map { ["", $0] } ?? []
    return (sentences + drawing + [""] + scope.flatMap { wrapped($0) }).joined(separator: "\n")
  }

  private var summary: String {
    let hasLimits = log.hasMet(ch_met_limit)
    return switch result.verdict {
    case .notModeled: "nothing was checked"
    case .refuted where timeouts == .anyTime && hasLimits: "\(result.verdict), if waits may time out at any time"
    default: "\(result.verdict)"
    }
  }

  private func text(of search: CheckResult.Search) -> String {
    let threads = HumanFormat.counted(search.threads, "thread")
    let shown = search.findings.map { defect in
      defect.meaning + (search.strongestModels[defect].map { " (\($0.rawValue))" } ?? "")
    }
    return "\(threads), \(HumanFormat.counted(search.executions, "execution")): \(search.verdict)"
      + (shown.isEmpty ? "" : ": " + shown.joined(separator: ", "))
  }

  private var isLimited: Bool {
    result.verdict == .undecided && log.obstacle == nil && log.unannounced == nil && log.isAudited
      && log.controlFailure == nil && log.openLoops.isEmpty
  }

  private var scope: [String] {
    [
      isLimited ? "Stopped by the limit `time` or `executions`. Raise it, or check fewer threads." : nil,
      result.verdict == .notModeled
        ? "No memory was shared: the threads have touched nothing in common that any of them writes." : nil,
      log.obstacle.map { "Not decided. The code does what a check does not cover: \($0)." },
      log.unannounced.map {
        "Not decided. Code that is not instrumented has accessed shared memory: \($0.access). \($0.advice)"
      },
      buildsMore
        ? "Built more than once in some execution, and handed out once. With `buildsOnce`, that breaks the promise."
        : nil,
      log.openLoops.isEmpty || result.verdict != .undecided
        ? nil : "Not decided. " + OpenLoops.advice(log.openLoops) { UserLines.line(of: $0).place },
      log.controlFailure.map {
        "Not proved. The check's control has failed: \($0). Something in this process has replaced functions that the check"
          + " defines, such as another allocator."
      },
      log.isAudited || result.verdict == .refuted
        ? nil
        : "Not proved: accesses by code that is not instrumented cannot be found here. That takes an x86-64 processor, and a"
          + " program with its symbol table.",
      result.isProved
        ? "Proved for these numbers of threads, each of which asks, or has its role, once, under \(model.fullName):"
          + " \(assumptions.joined(separator: "; "))." : nil,
    ].compactMap(\.self)
  }

  private var assumptions: [String] {
    func met(_ bit: Int, _ sentence: String) -> String? { log.hasMet(bit) ? sentence : nil }
    return [
      ProofStatement.fairness,
      "a loop that has repeated itself for \(HumanFormat.grouped(OpenLoops.mostRounds)) rounds continues until its value"
        + " changes",
      log.exchangesThreads
        ? "what the threads do does not depend on where their objects are in memory, of which each execution has had two"
          + " arrangements"
        : nil,
      met(ch_met_exchange, "a weak compare-exchange fails only if it finds another value"),
      timeLimits.flatMap { met(ch_met_limit, $0) },
      met(
        ch_met_condition,
        "a wait for a condition ends without a signal once at most in each line of a thread"),
      met(ch_met_now, "what DispatchTime.now() returns is used for time limits alone"),
      met(ch_met_random, ProofStatement.fixedRandomNumbers),
      met(
        ch_met_collection,
        "the standard library changes the elements of a collection only for a variable that alone refers to them, and has"
          + " done so before the thread synchronizes next"),
    ].compactMap(\.self)
  }

  private var timeLimits: String? {
    switch timeouts {
    case nil:
      "a wait with a time limit ends in vain while other threads can go on once at most in each line of a thread"
    case .whenStuck: ProofStatement.patience
    case .anyTime: nil
    }
  }

  private func wrapped(_ text: String, first: String = "") -> [String] {
    TextLayout.wrapped(text, width: Self.width, first: first, later: first + "  ", cutsWords: true)
  }
}
