package import Outcomes

/// The columns of a check as CSV and JSON.
package enum CheckColumns {
  package static let all: [Column<CheckRow>] = [
    .text("strategy", "The strategy's id.") { $0.strategy },
    .text("scenario", "What the callers of one trial do.") { $0.scenario.rawValue },
    .integer("threads", "Threads that call.") { UInt64($0.threads) },
    .text("model", "The memory model: rc11, tso or sc.") { $0.model.rawValue },
    .text("verdict", "proved, refuted, limit or not-modelled.") { $0.verdict.rawValue },
    .integer("executions", "Complete executions that were visited; empty where nothing is modelled.") {
      $0.verdict == .notModelled ? nil : $0.executions
    },
    .text("expected", "What is declared natively, then what only the checker sees.") { $0.declared },
    .text("grade", "held, shown, not-shown or broken; empty where that is open.") { $0.grade?.rawValue },
    .text(
      "weakest_model", "The strongest model that shows the witness; empty without one, or where a limit left it open."
    ) {
      $0.weakestModel?.rawValue
    },
    .text("witness", "The shortest execution that breaks the promise, in one sentence.") {
      $0.counterexample?.sentence
    },
    .text("replay", "The code that shows it again.") { $0.counterexample?.code },
  ]
}

extension CheckRow {
  /// `sound;checker:race,half_built`
  fileprivate var declared: String {
    let besides = Expectation.WeakMemoryFinding.allCases.filter(expected.onWeakMemory.contains).map(\.rawValue)
    return besides.isEmpty ? expected.description : "\(expected);checker:" + besides.joined(separator: ",")
  }
}
