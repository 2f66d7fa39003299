import CSingletonSchedules
import SingletonCore
import SingletonDrawings
import SingletonPlatform
import SingletonTextFormats

/// The result of a check in words.
struct ScheduleReport {
  static let width = 100

  let name: String
  let plan: Plan
  let verdict: CheckVerdict
  let schedules: UInt64
  let findings: [Defect]
  let counts: [Defect: UInt64]
  let mostBuildings: UInt64
  let obstacle: String?
  /// Whether code has run that tells of its accesses to memory.
  let hasSeenMemory: Bool
  /// Whether others come between the parts of jobs.
  let dividesJobs: Bool
  /// Whether jobs of several tasks use an atomic, or try to take a lock.
  let hasAtomics: Bool
  /// The number of schedules that followed the search so that accesses of code were seen that is not compiled for a check, and of
  /// those in other surroundings.
  let sights, others: UInt64
  let counterexample: String?

  /// The verdict in a sentence, the drawing, and what the check has not seen.
  var text: String {
    let drawing = counterexample.map { ["", $0] } ?? []
    return (wrapped("\(name): \(summary)") + drawing + [""] + scope.flatMap(wrapped)).joined(separator: "\n")
  }

  private var summary: String {
    let visited = HumanFormat.counted(schedules, "schedule")
    switch verdict {
    case .proved: return "proved for \(plan.tasks) tasks that share memory through \(shared), in all of \(visited)"
    case .refuted: return "refuted: \(shown) of \(visited) of \(plan.tasks) tasks"
    default: return "\(verdict) for \(plan.tasks) tasks, after \(visited): \(obstacle ?? "")"
    }
  }

  private var shared: String { hasSeenMemory ? "actors and instrumented code alone" : "actors alone" }

  private var shown: String {
    findings.map { "\($0.meaning) in \(HumanFormat.grouped(counts[$0] ?? 0))" }.joined(separator: ", ")
  }

  private var scope: [String] {
    [
      verdict == .refuted ? obstacle.map { "The search is not complete: \($0)." } : nil,
      mostBuildings > 0 ? "Built at most \(HumanFormat.counted(mostBuildings, "time")) in one schedule." : nil,
      "\(ProofStatement.schedules)\(choices). \(ProofStatement.betweenJobs)"
        + (dividesJobs ? " \(ProofStatement.withinJobs)" : ""),
      hasSeenMemory
        ? "Memory that no actor guards is seen where code is compiled for a check: two accesses that nothing orders are a data"
          + " race. \(otherCode)"
        : "Not seen: \(ProofStatement.besideActors).",
      verdict == .proved ? ProofStatement.ofSchedules(others: others, jobsPause: dividesJobs) : nil,
      verdict == .proved && hasAtomics ? "Assumed: \(Self.atomics)." : nil,
    ].compactMap(\.self)
  }

  private var otherCode: String {
    sights == 0
      ? "Not seen: what other code does to it at the same time as another job."
      : "What other code does to it was looked at in \(HumanFormat.counted(sights, "schedule")), up to"
        + " \(HumanFormat.grouped(UInt64(cs_most_faults))) accesses in each."
  }

  private static let atomics =
    "atomics and locks that code tries to take are sequentially consistent, also where the code asks for less, and a weak"
    + " compare-exchange fails only if it finds another value"

  private var choices: String {
    let failing =
      switch plan.failures {
      case .never: ""
      case .first: "; the first building fails"
      case .any: "; each building fails or not"
      }
    let judged = plan.judgesValues ? ", and if it throws, what the tasks have got is not judged" : ""
    return failing
      + (plan.cancelsFirst
        ? "; task 1 is canceled at some time or not\(judged)" : "; no task is canceled but by the code itself")
  }

  private func wrapped(_ text: String) -> [String] {
    TextLayout.wrapped(text, width: Self.width, later: "  ", cutsWords: true)
  }
}
