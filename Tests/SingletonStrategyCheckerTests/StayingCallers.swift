import SingletonModelChecker
import TestSupport

@testable import SingletonStrategyChecker

/// The callers of a trial that neither lemma of *Contraction* in the documentation removes, in each execution that a check
/// visits under RC11, up to exchanges of callers.
final class StayingCallers: ExplorationVisitor {
  private let trial: Trial
  /// The most callers that stay in an execution.
  private(set) var most = 0
  /// The steps whose writes make callers stay.
  private(set) var steps: Set<StepKind> = []

  /// Whether the search has ended before all executions were visited, although more callers could stay.
  private(set) var isLimited = false
  private let stopsEarly: Bool
  private var runs = 0
  private static let mostRuns = 20_000

  /// - Parameter stopsEarly: Whether to stop at the first execution in which all callers stay.
  init(_ trial: Trial, stopsEarly: Bool) throws {
    (self.trial, self.stopsEarly) = (trial, stopsEarly)
    _ = try Explorer(trial.program, under: .rc11, visitor: self).run()
  }

  func startedOver() { (most, steps, runs) = (0, [], 0) }

  func found(_ finding: Finding, in graph: ExecutionGraph) -> Bool { true }

  func ended(_ ending: Ending, in graph: ExecutionGraph) -> Bool {
    runs += 1
    isLimited = runs == Self.mostRuns
    if ending == .discarded { return !isLimited }
    var staying = 0
    for caller in 0..<trial.callers {
      let obstacles = Removal(of: Set(trial.threads(ofCaller: caller)), from: graph).obstacles
      if !obstacles.isEmpty { staying += 1 }
      for write in obstacles { steps.insert(graph[write].operation.stepKind) }
    }
    most = max(most, staying)
    return !isLimited && (!stopsEarly || most < trial.callers)
  }
}
