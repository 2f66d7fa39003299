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
