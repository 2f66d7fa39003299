package import SingletonCore
import SingletonMemoryModels
package import SingletonTextFormats

/// The columns of a check in CSV and JSON. A row that is read back equals the row that was written.
package enum CheckColumns {
  /// The version of the columns. It increases when the meaning of a column changes, but not when a column is added.
  package static let schemaVersion: UInt64 = 2

  package static let all: [Column<CheckRow>] = [
    .schemaVersion(schemaVersion),
    Column("strategy", "The strategy's id.", .text, .filled, of: \.strategy),
    Column(
      "form", "What was checked: the strategy on the model's primitives (harness), or its listing as compiled (plain).",
      .choice, of: \.form),
    Column("scenario", "What the threads of one trial do.", .text, .filled, of: \.scenario),
    Column("threads", "Threads or tasks that call.", .integer, .filled, of: \.threads),
    Column(
      "callers", "Who calls: threads, in every execution, or tasks, in every order of their jobs.", .choice,
      of: \.callers),
    Column("model", "The memory model: rc11, arm, tso or sc.", .choice, .filled, of: \.model),
    Column(
      "timeouts",
      "When a wait with a time limit may time out: when-stuck (no thread can take another step) or any-time.", .choice,
      of: \.timeouts),
    Column("verdict", "proved, refuted, limit or not-modeled.", .choice, .filled, of: \.verdict),
    // Older reports do not have this column, so of their rows it is not known whether a thread has waited with a limit.
    Column("condition", "What the verdict assumes of waits with a time limit; empty if nothing.", .text) {
      $0.condition
    } set: {
      if $1 != nil { $0.hasTimedWaits = true }
    },
    Column(
      "executions", "Complete executions, or schedules of tasks, that were visited; empty if nothing is modeled.",
      .integer, of: \.executions),
    Column(
      "expected", "The declared native outcome, then what only the checker sees.",
      .spelled(expected: "what is declared, such as sound;checker:race"), .filled, of: \.expected),
    Column(
      "grade", "passed, reproduced, not-reproduced or failed; empty if that is open.", .choice, .named, of: \.grade),
    Column(
      "strongest_model", "The strongest model that breaks the promise; empty if none does, or a limit left it open.",
      .choice
    ) {
      $0.strongestModel
    },
    Column(
      "obstacle", "What the code does that kept the check from a verdict; empty if nothing did.", .text, of: \.obstacle),
    Column(
      "witness", "The simplest execution that breaks the promise, in one sentence.", .text, of: \.counterexample,
      \.sentence),
    Column(
      "witness_model", "The strongest model that shows the witness; empty without one, or if a limit left it open.",
      .choice, of: \.counterexample, \.strongestModel),
    Column(
      "replay", "The code that shows the execution again.", .text, of: \.counterexample, \.code),
    Column(
      "found", "What executions show: each defect with the strongest model that shows it, such as instances@sc.",
      .spelled(expected: "defects, separated by commas, each with @ and a model")
    ) {
      $0.found.isEmpty ? nil : Findings($0.found, models: $0.strongestModels)
    } set: {
      if let findings = $1 { ($0.found, $0.strongestModels) = (findings.defects, findings.models) }
    },
  ]
}

extension Counterexample: RowPart {}

extension FieldFormat<String> {
  fileprivate static let order = word(among: MemoryOrder.allCases.map(\.name))
}

package enum OrderingColumns {
  package static let all: [Column<OrderingRow>] = [
    Column("strategy", "The strategy's id.", .text) { $0.strategy },
    Column("set", "The number of the minimal set of memory orders, from 1; empty if a limit ended a check.", .integer) {
      $0.set
    },
    Column("file", "The source file of the operation.", .text) { $0.file },
    Column("line", "The line of the operation.", .integer) { $0.line },
    Column("source", "The text of the line.", .text) { $0.source },
    Column("role", "The memory order's role in the operation: load, store, success or failure.", .text) { $0.role },
    Column("ordering", "The memory order that the source spells.", .order) { $0.ordering.name },
    Column("least", "The memory order in the minimal set.", .order) { $0.set == nil ? "" : $0.least.name },
    Column("verdict", "How the set compares with the source: as-written, weaker or stronger; or limit.", .choice) {
      $0.verdict
    },
    Column("weaker", "An order one step weaker than that of the set; empty if there is none.", .order) {
      $0.weaker?.name
    },
    Column("defect", "The defect that the weaker order causes.", .choice) { $0.defect },
    Column("scenario", "The scenario that shows the defect.", .text) { $0.scenario },
    Column("threads", "The thread count that shows the defect.", .integer) { $0.threads },
    Column("reason", "The declared reason why the source has a stronger order than the set.", .text) { $0.reason },
  ]
}

package enum AnyNumberColumns {
  package static let all: [Column<AnyNumberRow>] = [
    Column("strategy", "The strategy's id.", .text) { $0.strategy },
    Column("scenario", "What the threads of one trial do.", .text) { $0.scenario },
    Column(
      "verdict",
      "proved: under RC11, with any number of threads; proved-under-sc: under sequential consistency; open: no proof.",
      .choice
    ) { $0.verdict },
    Column("threads", "The threads that the proof considers at a time; empty without a proof.", .integer) {
      $0.verdict == .open ? nil : $0.threads
    },
    Column("views", "The views of that many threads that can occur; empty without a proof.", .integer) {
      $0.verdict == .open ? nil : $0.views
    },
    Column("reason", "Why there is no proof.", .text) { $0.reason },
  ]
}
