import Outcomes

/// One row of what `check` wrote, as a page needs it.
package struct CheckResult: Sendable {
  let strategy: String
  let scenario: Scenario
  let threads: UInt64
  let model: ModelName
  let verdict: CheckVerdict
  /// nil where nothing is modelled.
  let executions: UInt64?
  let expected: String
  let grade: Grade?
  let weakestModel: ModelName?
  /// Empty without a counterexample, as is the code.
  let witness: String
  let replay: String
  /// Empty where the file has none: CSV has no place for them.
  var steps: [Step] = []

  struct Step: Sendable {
    let thread: String
    /// `DoubleCheckedLock.swift:31`; nil for what the caller does.
    let place: String?
    let source: String?
    let operation: String
    let staleness: String?
    let isConcerned: Bool
  }

  /// What tells one row from another.
  var name: String {
    "\(strategy), \(scenario.rawValue), \(Figure.counted(threads, "thread")), \(model.rawValue)"
  }
}

/// Why a cell has no place in a row.
struct CheckCellError: Error {
  let column: String
  let text: String
  let expected: String
}

extension CheckResult {
  static let columns = CheckColumns.all.map(\.name)

  /// - Parameter cell: the text of a column; empty where the file has nothing.
  init(_ cell: (String) -> String) throws(CheckCellError) {
    strategy = try Self.value("strategy", cell, "a strategy's id") { $0.isEmpty ? nil : $0 }
    scenario = try Self.word("scenario", cell)
    threads = try Self.value("threads", cell, "a whole number", Self.count)
    model = try Self.word("model", cell)
    verdict = try Self.word("verdict", cell)
    executions = try Self.optional("executions", cell) { text throws(CheckCellError) in
      try Self.value("executions", { _ in text }, "a whole number, or nothing", Self.count)
    }
    expected = cell("expected")
    grade = try Self.optional("grade", cell) { text throws(CheckCellError) in try Self.word("grade") { _ in text } }
    weakestModel = try Self.optional("weakest_model", cell) { text throws(CheckCellError) in
      try Self.word("weakest_model") { _ in text }
    }
    witness = cell("witness")
    replay = cell("replay")
  }

  private static func count(_ text: String) -> UInt64? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? UInt64(text) : nil
  }

  private static func value<Value>(
    _ column: String, _ cell: (String) -> String, _ expected: String, _ parse: (String) -> Value?
  ) throws(CheckCellError) -> Value {
    guard let value = parse(cell(column)) else {
      throw CheckCellError(column: column, text: cell(column), expected: expected)
    }
    return value
  }

  private static func word<Value: RawRepresentable & CaseIterable>(
    _ column: String, _ cell: (String) -> String
  ) throws(CheckCellError) -> Value where Value.RawValue == String {
    let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
    return try value(column, cell, "one of \(words)") { Value(rawValue: $0) }
  }

  private static func optional<Value>(
    _ column: String, _ cell: (String) -> String, _ parse: (String) throws(CheckCellError) -> Value
  ) throws(CheckCellError) -> Value? {
    let text = cell(column)
    return text.isEmpty ? nil : try parse(text)
  }
}
