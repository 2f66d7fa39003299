import SingletonModelChecker
import SingletonTextFormats

/// The results that a file states for a program under one memory model. A `nil` result is not stated and not compared.
struct LitmusStatement {
  var executions: Int?
  var stuckExecutions: Int?
  var race: Bool?
  var stuck: Bool?
  /// All outcomes, each with the number of executions that show it if that is stated.
  var outcomes: [[Int?]: Int?]?
  /// The outcomes that do not occur under sequential consistency.
  var weakOutcomes: Set<[Int?]>?
  /// The combinations of values that occur, one for each observed place, that are not outcomes.
  var forbidden: Set<[Int?]>?

  var isEmpty: Bool {
    executions == nil && stuckExecutions == nil && race == nil && stuck == nil && outcomes == nil
      && weakOutcomes == nil && forbidden == nil
  }

  /// - Parameter count: The number of observed places.
  init(_ node: JSONNode, _ field: LitmusField, observing count: Int) throws(InputError) {
    let object = try field.object(node, "an object with the stated results, such as \"executions\"")
    try field.requireKeys(
      of: object,
      ["executions", "stuck_executions", "race", "stuck", "outcomes", "weak_outcomes", "forbidden_in_domain"])
    let reader = LitmusValues(field: field, count: count)
    if let node = object["executions"] { executions = try field.count(node, "a number of executions") }
    if let node = object["stuck_executions"] { stuckExecutions = try field.count(node, "a number of executions") }
    if let node = object["race"] { race = try field.flag(node, "true or false") }
    if let node = object["stuck"] { stuck = try field.flag(node, "true or false") }
    if let node = object["outcomes"] { outcomes = try reader.outcomes(node) }
    if let node = object["weak_outcomes"] { weakOutcomes = try reader.combinations(node) }
    if let node = object["forbidden_in_domain"] { forbidden = try reader.combinations(node) }
  }
}

/// A reader of lists of values, each with one value for each observed place.
private struct LitmusValues {
  let field: LitmusField
  let count: Int

  func combinations(_ node: JSONNode) throws(InputError) -> Set<[Int?]> {
    var all: Set<[Int?]> = []
    for element in try field.array(node, "an array of arrays of values") {
      guard all.insert(try values(element)).inserted else { throw twice(element) }
    }
    return all
  }

  /// Returns outcomes, each of which is an array of values, or an object with `values` and optionally `executions`.
  func outcomes(_ node: JSONNode) throws(InputError) -> [[Int?]: Int?] {
    var outcomes: [[Int?]: Int?] = [:]
    for element in try field.array(node, "an array of outcomes") {
      let (values, executions) = try outcome(element)
      guard outcomes.updateValue(executions, forKey: values) == nil else { throw twice(element) }
    }
    return outcomes
  }

  private func outcome(_ node: JSONNode) throws(InputError) -> ([Int?], Int?) {
    if case .array = node.value { return (try values(node), nil) }
    let expected = "an array of values, or an object with \"values\""
    let object = try field.object(node, expected)
    try field.requireKeys(of: object, ["values", "executions"])
    guard let list = object["values"] else { throw field.error(node, "no values", expected: expected) }
    let executions = try object["executions"].map { node throws(InputError) in
      try field.count(node, "a number of executions")
    }
    return (try values(list), executions)
  }

  private func values(_ node: JSONNode) throws(InputError) -> [Int?] {
    let elements = try field.array(node, "an array of values")
    guard elements.count == count else {
      throw field.error(
        node, "got \(HumanFormat.counted(elements.count, "value"))",
        expected: "\(count), one for each place of \"observe\"")
    }
    return try elements.map { element throws(InputError) in
      if case .null = element.value { return nil }
      return try field.integer(element, "a whole number, or null for a register that was never set")
    }
  }

  private func twice(_ node: JSONNode) -> InputError {
    field.error(node, "duplicate values", expected: "each outcome once")
  }
}

// MARK: - Comparison

/// A comparison of a program's results with those that its file states.
///
/// If a limit stopped the exploration, only differences that further executions cannot remove are reported.
struct LitmusComparison {
  let statement: LitmusStatement
  let tally: LitmusTally
  let observed: [String]
  /// The results under sequential consistency, or `nil` if they are not needed or incomplete.
  let sequential: LitmusTally?

  /// A sentence for each difference; empty if everything is as stated.
  var differences: [String] {
    let differences = [
      count(statement.executions, tally.executions, "execution"),
      count(statement.stuckExecutions, tally.stuckExecutions, "stuck execution"),
      flag(statement.race, tally.hasRace, "race"),
      flag(statement.stuck, tally.isStuck, "stuck execution"),
    ]
    return differences.compactMap(\.self) + outcomes + weakOutcomes + forbidden
  }

  private func count(_ stated: Int?, _ got: Int, _ noun: String) -> String? {
    guard let stated, tally.isComplete ? stated != got : stated < got else { return nil }
    let atLeast = tally.isComplete ? "" : "at least "
    return "expected \(HumanFormat.counted(stated, noun)), got \(atLeast)\(HumanFormat.grouped(got))"
  }

  private func flag(_ stated: Bool?, _ got: Bool, _ noun: String) -> String? {
    guard let stated, stated != got, tally.isComplete || got else { return nil }
    return stated ? "expected a \(noun), got none" : "expected no \(noun), got one"
  }

  private var outcomes: [String] {
    guard let stated = statement.outcomes else { return [] }
    let counts = stated.keys.inOrder.compactMap { outcome -> String? in
      guard let got = tally.outcomes[outcome], let expected = stated[outcome] ?? nil else { return nil }
      return count(expected, got, "execution").map { "\(spelled(outcome)): \($0)" }
    }
    return sets(expected: Set(stated.keys), got: Set(tally.outcomes.keys), "outcome") + counts
  }

  private var weakOutcomes: [String] {
    guard let stated = statement.weakOutcomes, let sequential else { return [] }
    return sets(
      expected: stated, got: Set(tally.outcomes.keys).subtracting(sequential.outcomes.keys), "outcome beyond sc")
  }

  /// The stated combinations must be the whole product of the values that occur, minus the outcomes. The product may be
  /// too large to enumerate; its size is enough.
  private var forbidden: [String] {
    guard let stated = statement.forbidden else { return [] }
    let seen = stated.intersection(tally.outcomes.keys).inOrder.map {
      "\(spelled($0)) is stated as forbidden, but occurs"
    }
    guard tally.isComplete else { return seen }
    let domain = observed.indices.map { place in Set(tally.outcomes.keys.map { $0[place] }) }
    let outside = stated.filter { values in !zip(values, domain).allSatisfy { $1.contains($0) } }
    let size =
      tally.outcomes.isEmpty ? 0 : domain.reduce(1) { $0.multipliedReportingOverflow(by: $1.count).partialValue }
    let rest = size - tally.outcomes.count
    let wrong = outside.inOrder.map { "\(spelled($0)) is stated as forbidden, but one of its values never occurs" }
    guard seen.isEmpty && wrong.isEmpty && stated.count != rest else { return seen + wrong }
    return ["expected \(HumanFormat.counted(stated.count, "forbidden combination")), got \(HumanFormat.grouped(rest))"]
  }

  private func sets(expected: Set<[Int?]>, got: Set<[Int?]>, _ noun: String) -> [String] {
    let missing = tally.isComplete ? expected.subtracting(got) : []
    return got.subtracting(expected).inOrder.map { "expected no \(noun) \(spelled($0)), got it" }
      + missing.inOrder.map { "expected the \(noun) \(spelled($0)), got none" }
  }

  private func spelled(_ outcome: [Int?]) -> String { outcome.spelled(observing: observed) }
}
