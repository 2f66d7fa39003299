import SingletonCore
import SingletonTextFormats

/// The details of a broken pooled row: the expected and the actual figures, and the usual cause.
struct FailureDetails {
  let text: String
  let likelyCause: String

  init(_ row: PooledRow) {
    let forbidden = row.forbidden.subtracting([.crash]).inOrder
    let figures = forbidden.map { Self.figures(of: $0, in: row) } + Self.endings(of: row)
    text = figures.isEmpty ? "expected \(row.expected), got another outcome" : figures.joined(separator: "; ")
    likelyCause = forbidden.first?.likelyCause ?? Self.likelyCause(ofEndings: row)
  }

  private static func figures(of defect: Defect, in row: PooledRow) -> String {
    let tally = row.tally
    let trials = HumanFormat.counted(tally[.trials], "trial")
    switch defect {
    case .instances:
      let violating = HumanFormat.grouped(tally[.multiInstanceTrials])
      return
        "expected \(Scenario(id: row.key.scenario)?.promise.briefly ?? "1 instance"), got \(tally[.instancesMax]) in \(violating) of \(trials)"
    case .liveMax:
      let allowed = row.rows.map(\.aliveAllowed).max() ?? 1
      return "expected at most \(allowed) alive at one time, got \(tally[.liveMax])"
    default:
      let column = defect == .inits ? "init_reentries" : defect.rawValue
      return "expected \(column) 0, got \(HumanFormat.grouped(tally.count(of: defect))) in \(trials)"
    }
  }

  private static func endings(of row: PooledRow) -> [String] {
    guard !row.surprisingEndings.isEmpty else { return [] }
    let after = HumanFormat.counted(row.tally[.trials], "trial")
    return ["expected \(row.expected.ending), but it \(row.surprisingEndings.joined(separator: ", ")) after \(after)"]
  }

  private static func likelyCause(ofEndings row: PooledRow) -> String {
    row.rows.first { $0.grade != nil && !$0.endedAsDeclared }?.status.likelyCause
      ?? "the declaration in the catalog is out of date"
  }
}

extension Expectation {
  /// The end that the declaration demands, as it follows the word "expected".
  fileprivate var ending: String {
    let endings = demand.endings.inOrder.map { "to " + $0.rawValue }
    return endings.isEmpty ? "the row to run to its end" : "every trial " + endings.joined(separator: " or ")
  }
}

extension Promise {
  /// The instances that the promise allows, as they follow the word "expected".
  fileprivate var briefly: String {
    switch self {
    case .oneInstance, .oneInstanceOrRefusal: "1 instance"
    case .oneInstancePerClass: "1 instance per class"
    case .oneInstancePerOwner: "1 instance per owner"
    case .oneAlive: "1 instance alive at a time"
    }
  }
}
