package import SingletonCore
package import SingletonTextFormats

/// The columns of `check --orderings` as CSV and JSON.
package enum OrderingColumns {
  package static let all: [Column<OrderingRow>] = [
    .text("strategy", "The strategy's id.") { $0.strategy },
    .text("file", "The source file of the operation.") { $0.file },
    .integer("line", "The line of the operation.") { $0.line },
    .text("source", "The text of the line.") { $0.source },
    .text("role", "Which memory order of the operation: load, store, success or failure.") { $0.role },
    .text("ordering", "The memory order that the source spells.") { $0.ordering.name },
    .text("weaker", "The memory order that was tried in its place.") { $0.weaker.name },
    .word("verdict", "needed, not-needed or limit.") { $0.need },
    .word("defect", "What the weaker order brings about; empty unless the order is needed.") { $0.defect },
    .text("scenario", "The scenario that shows the defect.") { $0.scenario },
    .integer("threads", "The thread count that shows the defect.") { $0.threads },
    .text("reason", "The declared reason why the order is stronger than needed.") { $0.reason },
  ]
}
