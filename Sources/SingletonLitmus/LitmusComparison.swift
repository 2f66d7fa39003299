import SingletonModelChecker
import SingletonTextFormats

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
