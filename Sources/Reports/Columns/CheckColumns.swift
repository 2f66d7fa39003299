package import Core
package import TextFormats

/// The columns of a check in CSV and JSON. What is written reads back unchanged.
package enum CheckColumns {
  package static let all: [Column<CheckRow>] = [
    .text("strategy", "The strategy's id.", .filled, of: \.strategy),
    .text("scenario", "What the threads of one trial do.", .filled, of: \.scenario),
    .integer("threads", "Threads that call.", .filled, of: \.threads),
    .word("model", "The memory model: rc11, tso or sc.", .filled, of: \.model),
    .word("verdict", "proved, refuted, limit or not-modeled.", .filled, of: \.verdict),
    .integer("executions", "Complete executions that were visited; empty if nothing is modeled.") {
      $0.executions
    } set: {
      $0.executions = $1
    },
    .spelled(
      "expected", "What is declared natively, then what only the checker sees.", .filled,
      expected: "what is declared, such as sound;checker:race", of: \.expected
    ),
    .word("grade", "passed, reproduced, not-reproduced or failed; empty if that is open.", .named, of: \.grade),
    .word(
      "strongest_model", "The strongest model that shows the witness; empty without one, or if a limit left it open.",
      of: \.strongestModel
    ),
    .text("witness", "The shortest execution that breaks the promise, in one sentence.") {
      $0.counterexample?.sentence
    } set: {
      if !$1.isEmpty { $0.illustrate(\.sentence, $1) }
    },
    .text("replay", "The code that shows it again.") {
      $0.counterexample?.code
    } set: {
      if !$1.isEmpty { $0.illustrate(\.code, $1) }
    },
    Column(
      "found", "Everything that some execution shows: defects, separated by commas.", .text,
      expected: "defects, separated by commas",
      get: { .text(orEmpty: $0.found.inOrder.map(\.rawValue).joined(separator: ",")) },
      set: { row, field in
        guard let text = field.text else { return false }
        let names = text.split(separator: ",", omittingEmptySubsequences: false)
        let found = names.compactMap { Defect(rawValue: String($0)) }
        row.found = Set(found)
        return text.isEmpty || found.count == names.count
      }),
  ]
}

extension CheckRow {
  fileprivate mutating func illustrate(_ path: WritableKeyPath<Counterexample, String>, _ text: String) {
    var example = counterexample ?? Counterexample()
    example[keyPath: path] = text
    counterexample = example
  }
}
