import SingletonModelChecker
import SingletonTextFormats

/// The results that a file states for a program under one memory model. A property that is `nil` is not stated, so it
/// is not compared.
struct LitmusStatement {
  let executions: Int?
  let stuckExecutions: Int?
  let race: Bool?
  let stuck: Bool?
  /// All outcomes, each with the number of its executions, or `nil` if the number is not stated.
  let outcomes: [[Int?]: Int?]?
  /// The outcomes that do not occur under sequential consistency.
  let weakOutcomes: Set<[Int?]>?
  /// The combinations of values that are not outcomes although each value occurs in some outcome.
  let forbidden: Set<[Int?]>?

  let isEmpty: Bool

  private static let keys = [
    "executions", "stuck_executions", "race", "stuck", "outcomes", "weak_outcomes", "forbidden_in_domain",
  ]

  /// - Parameter count: The number of observed values.
  init(_ field: LitmusField, observing count: Int) throws(InputError) {
    try field.requireKeys(Self.keys, "an object with the stated results, such as \"executions\"")
    isEmpty = Self.keys.allSatisfy { field[$0] == nil }
    executions = try field["executions"]?.executions()
    stuckExecutions = try field["stuck_executions"]?.executions()
    race = try field["race"]?.flag()
    stuck = try field["stuck"]?.flag()
    outcomes = try field["outcomes"]?.outcomes(observing: count)
    weakOutcomes = try field["weak_outcomes"]?.combinations(observing: count)
    forbidden = try field["forbidden_in_domain"]?.combinations(observing: count)
  }
}

extension LitmusField {
  /// Returns a set of combinations, each with one value for each observed register or variable.
  fileprivate func combinations(observing count: Int) throws(InputError) -> Set<[Int?]> {
    var all: Set<[Int?]> = []
    for element in try array("an array of arrays of values") {
      guard all.insert(try element.values(observing: count)).inserted else { throw element.twice }
    }
    return all
  }

  /// Returns the outcomes. In the file, each is an array of values, or an object with `values` and optionally
  /// `executions`.
  fileprivate func outcomes(observing count: Int) throws(InputError) -> [[Int?]: Int?] {
    var outcomes: [[Int?]: Int?] = [:]
    for element in try array("an array of outcomes") {
      let list = try element.listOfValues()
      let executions = try element["executions"]?.executions()
      guard outcomes.updateValue(executions, forKey: try list.values(observing: count)) == nil else {
        throw element.twice
      }
    }
    return outcomes
  }

  private func listOfValues() throws(InputError) -> LitmusField {
    if node.elements != nil { return self }
    let expected = "an array of values, or an object with \"values\""
    try requireKeys(["values", "executions"], expected)
    guard let list = self["values"] else { throw error("no values", expected: expected) }
    return list
  }

  private func values(observing count: Int) throws(InputError) -> [Int?] {
    let values = try array("an array of values").map { value throws(InputError) -> Int? in
      if case .null = value.node.value { return nil }
      return try value.integer("a whole number, or null for a register that was never set")
    }
    guard values.count == count else {
      throw error(
        "got \(HumanFormat.counted(values.count, "value"))", expected: "\(count), one for each place of \"observe\"")
    }
    return values
  }

  private var twice: InputError { error("duplicate values", expected: "each outcome once") }
}

// MARK: - Comparison

/// A comparison of a program's results with the results stated in its file.
///
/// If a limit stopped the exploration, only differences that no further execution can remove are reported.
struct LitmusComparison {
  let statement: LitmusStatement
  let tally: LitmusTally
  let observed: [String]
  /// The results under sequential consistency, or `nil` if they are not needed or incomplete.
  let sequential: LitmusTally?

  /// A sentence for each difference; empty if the results are as stated.
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

  /// A difference in the forbidden combinations. The stated ones must be all combinations of the values that occur,
  /// except the outcomes. There may be too many combinations to enumerate, so their number is compared.
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
