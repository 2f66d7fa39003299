package import SingletonCore
import SingletonMemoryModels
package import SingletonTextFormats

/// The columns of a check in CSV and JSON. What is written reads back unchanged.
package enum CheckColumns {
  /// The version of the columns, which increases when the meaning of a column changes but not when one is added.
  package static let schemaVersion: UInt64 = 2

  package static let all: [Column<CheckRow>] = [
    .schemaVersion(schemaVersion),
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
      "strongest_model", "The strongest model that breaks the promise; empty if none does, or a limit left it open."
    ) {
      $0.strongestModel
    },
    .text("witness", "The simplest execution that breaks the promise, in one sentence.") {
      $0.counterexample?.sentence
    } set: {
      if !$1.isEmpty { $0.illustrate(\.sentence, $1) }
    },
    .word("witness_model", "The strongest model that shows the witness; empty without one, or if a limit left it open.")
    {
      $0.counterexample?.strongestModel
    } set: {
      if let model = $1 { $0.illustrate(\.strongestModel, model) }
    },
    .text("replay", "The code that shows it again.") {
      $0.counterexample?.code
    } set: {
      if !$1.isEmpty { $0.illustrate(\.code, $1) }
    },
    Column(
      "found", "What executions show: each defect with the strongest model that shows it, such as instances@sc.", .text,
      expected: "defects, separated by commas, each with @ and a model", get: { .text(orEmpty: findings(of: $0)) },
      set: { row, field in field.text.map { take(findings: $0, into: &row) } ?? false }),
  ]

  private static func findings(of row: CheckRow) -> String {
    row.found.inOrder.map { $0.rawValue + (row.strongestModels[$0].map { "@\($0.rawValue)" } ?? "") }
      .joined(separator: ",")
  }

  private static func take(findings text: String, into row: inout CheckRow) -> Bool {
    for part in text.split(separator: ",", omittingEmptySubsequences: false) where !text.isEmpty {
      let words = part.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let defect = Defect(rawValue: words[0]) else { return false }
      row.found.insert(defect)
      guard words.count == 2 else { continue }
      guard let model = MemoryModel(rawValue: words[1]) else { return false }
      row.strongestModels[defect] = model
    }
    return true
  }
}

extension CheckRow {
  fileprivate mutating func illustrate<Value>(_ path: WritableKeyPath<Counterexample, Value>, _ value: Value) {
    var example = counterexample ?? Counterexample()
    example[keyPath: path] = value
    counterexample = example
  }
}
