package import SingletonCore
package import SingletonTextFormats

/// The columns of `check --orderings` as CSV and JSON.
package enum OrderingColumns {
  package static let all: [Column<OrderingRow>] = [
    Column("strategy", "The strategy's id.", .text) { $0.strategy },
    Column("file", "The source file of the operation.", .text) { $0.file },
    Column("line", "The line of the operation.", .integer) { $0.line },
    Column("source", "The text of the line.", .text) { $0.source },
    Column("role", "Which memory order of the operation: load, store, success or failure.", .text) { $0.role },
    Column("ordering", "The memory order that the source spells.", .text) { $0.ordering.name },
    Column("weaker", "The memory order that was tried in its place.", .text) { $0.weaker.name },
    Column("verdict", "needed, not-needed or limit.", .choice) { $0.need },
    Column("defect", "What the weaker order brings about; empty unless the order is needed.", .choice) {
      $0.defect
    },
    Column("scenario", "The scenario that shows the defect.", .text) { $0.scenario },
    Column("threads", "The thread count that shows the defect.", .integer) { $0.threads },
    Column("reason", "The declared reason why the order is stronger than needed.", .text) { $0.reason },
  ]
}
