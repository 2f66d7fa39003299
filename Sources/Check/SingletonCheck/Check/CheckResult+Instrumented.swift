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
  init<Owner: ~Copyable, Value>(
    _ subject: Subject<Owner, Value>, _ rows: [CheckRow], _ log: InstrumentedLog, limit: String = ""
  ) {
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
        result: self, log: log, model: rows.first?.model ?? .rc11, timeouts: subject.timeouts, buildsMore: buildsMore,
        limit: limit
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
  /// The argument whose limit was reached, with its value, if one was.
  let limit: String

  var text: String {
    let sentences =
      wrapped("\(result.name): \(summary)") + (result.searches.map(text) + legend).flatMap { wrapped($0, first: "  ") }
    let drawing = result.counterexample.map { ["", $0] } ?? []
    let settings = [log.unannounced?.settings].compactMap(\.self)
    return (sentences + drawing + [""] + scope.flatMap { wrapped($0) } + settings).joined(separator: "\n")
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

  /// The machines on which the models stand that the findings need.
  private var legend: [String] {
    let needed = Set(result.searches.flatMap(\.strongestModels.values))
    return MemoryModel.strongestFirst.filter(needed.contains).map { "(\($0.rawValue)): \($0.machinesOfCompiledCode)" }
  }

  private var isLimited: Bool {
    result.verdict == .undecided && log.obstacle == nil && log.unannounced == nil && log.isAudited
      && log.controlFailure == nil && log.openLoops.isEmpty
  }

  /// Which limit has left numbers of threads open, if one has. It stops the greater numbers.
  private var continuation: String? {
    let open = result.searches.filter { $0.verdict == .undecided }
    guard isLimited, let first = open.first else { return nil }
    return ProofStatement.stopped(by: limit, open: first.threads...open.last!.threads)
  }

  private var scope: [String] {
    [
      continuation,
      result.verdict == .notModeled
        ? "No memory was shared: the threads have touched nothing in common that any of them writes." : nil,
      log.obstacle.map { "Not decided. The code does what a check does not cover: \($0)." },
      log.unannounced.map {
        "Not decided. Code that is not instrumented has accessed shared memory: \($0.access). \($0.advice)"
      },
      buildsMore
        ? "Built more than once in some execution, and handed out once. With `buildsOnce`, that breaks the promise."
        : nil,
      log.heldLock.map {
        "A lock is still held when all threads have ended, in some execution: it was taken at \($0)."
      },
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
        ? ProofStatement.ofClass(asks: "asks, or has its role, once", under: model, assumptions) : nil,
    ].compactMap(\.self)
  }

  private var assumptions: [ProofStatement.Assumption] {
    let limits: ProofStatement.Assumption? =
      switch timeouts {
      case nil: .fewTimeouts
      case .whenStuck: .patience
      case .anyTime: nil
      }
    let met: [(Int, ProofStatement.Assumption?)] = [
      (ch_met_exchange, .weakExchanges), (ch_met_limit, limits), (ch_met_condition, .conditions),
      (ch_met_now, .clocks), (ch_met_random, .randomNumbers), (ch_met_collection, .collections),
    ]
    let exchanged: [ProofStatement.Assumption] = log.exchangesThreads ? [.arrangements] : []
    let memory: [ProofStatement.Assumption] =
      (log.assumesNewMemory ? [.newMemory] : []) + (log.isAuditedInPart ? [.libraries] : [])
    return [.loops(rounds: OpenLoops.mostRounds)] + exchanged + memory
      + met.compactMap { log.hasMet($0.0) ? $0.1 : nil }
  }

  private func wrapped(_ text: String, first: String = "") -> [String] {
    TextLayout.wrapped(text, width: Self.width, first: first, later: first + "  ", cutsWords: true)
  }
}
