import CSingletonSchedules
import SingletonCore
import SingletonDrawings
import SingletonPlatform
import SingletonTextFormats

/// The result of a check in words.
struct ScheduleReport {
  static let width = 100

  let result: ScheduleResult

  /// The verdict in a sentence, the drawing, and what the check has not seen.
  var text: String {
    let drawing = result.counterexample.map { ["", $0] } ?? []
    return (wrapped("\(result.name): \(summary)") + drawing + [""] + scope.flatMap(wrapped)).joined(separator: "\n")
  }

  private var summary: String {
    let visited = HumanFormat.counted(result.schedules, "schedule")
    switch result.verdict {
    case .proved: return "proved for \(result.tasks) tasks that share memory through \(shared), in all of \(visited)"
    case .refuted: return "refuted: \(shown) of \(visited) of \(result.tasks) tasks"
    default: return "\(result.verdict) for \(result.tasks) tasks, after \(visited): \(result.obstacle ?? "")"
    }
  }

  private var shared: String { result.hasSeenMemory ? "actors and instrumented code alone" : "actors alone" }

  private var shown: String {
    result.findings.map { "\($0.meaning) in \(HumanFormat.grouped(result.counts[$0] ?? 0))" }.joined(separator: ", ")
  }

  private var scope: [String] {
    [
      result.verdict == .refuted ? result.obstacle.map { "The search is not complete: \($0)." } : nil,
      result.mostBuildings > 0
        ? "Built at most \(HumanFormat.counted(result.mostBuildings, "time")) in one schedule." : nil,
      "\(ProofStatement.schedules)\(choices). \(ProofStatement.betweenJobs)"
        + (result.dividesJobs ? " \(ProofStatement.withinJobs)" : ""),
      result.hasSeenMemory
        ? "Memory that no actor guards is seen where code is compiled for a check: two accesses that nothing orders are a data"
          + " race. \(otherCode)"
        : "Not seen: \(ProofStatement.besideActors).",
      result.isProved ? ProofStatement.ofSchedules(others: result.perturbedRuns, jobsPause: result.dividesJobs) : nil,
      result.isProved && result.hasAtomics ? "Assumed: \(Self.atomics)." : nil,
    ].compactMap(\.self)
  }

  private var otherCode: String {
    result.uninstrumentedRuns == 0
      ? "Not seen: what other code does to it at the same time as another job."
      : "What other code does to it was looked at in \(HumanFormat.counted(result.uninstrumentedRuns, "schedule")), up to"
        + " \(HumanFormat.grouped(UInt64(cs_most_faults))) accesses in each."
  }

  private static let atomics =
    "atomics and locks that code tries to take are sequentially consistent, also where the code asks for less, and a weak"
    + " compare-exchange fails only if it finds another value"

  private var choices: String {
    let failing =
      switch result.plan.failures {
      case .never: ""
      case .first: "; the first building fails"
      case .any: "; each building fails or not"
      }
    let judged = result.plan.judgesValues ? ", and if it throws, what the tasks have got is not judged" : ""
    return failing
      + (result.plan.cancelsFirst
        ? "; task 1 is canceled at some time or not\(judged)" : "; no task is canceled but by the code itself")
  }

  private func wrapped(_ text: String) -> [String] {
    TextLayout.wrapped(text, width: Self.width, later: "  ", cutsWords: true)
  }
}
