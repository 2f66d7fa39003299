package import SingletonCore
package import SingletonMemoryModels

/// A statement of what a proof covers, and what it does not.
package enum ProofStatement {
  /// What every proof assumes.
  package static let fairness =
    "no load buffering; a scheduler that lets each thread continue, and stores that eventually become visible"
  /// What a proof assumes, too, if a wait times out only when nothing else happens.
  package static let patience =
    "a wait with a time limit times out only if no thread can take another step, and then sees everything written before"
  /// What a proof assumes, too, of code that draws random numbers.
  package static let fixedRandomNumbers = "random numbers are a fixed sequence, another for each thread and call"

  package static func assumptions(hasTimedWaits: Bool) -> String {
    hasTimedWaits ? "\(fairness); \(patience)" : fairness
  }

  /// The executions that real machines allow but no check visits. No proof covers them; a litmus program has them under
  /// `arm` only.
  package static let leftOut =
    "cycles of program order and reads-from (load buffering), which ISO C++ and ARM hardware allow"

  /// Returns the statements for what is proved among these rows.
  package static func paragraphs(of rows: [CheckRow]) -> [String] {
    RowForm.allCases.flatMap { form in
      let proved = rows.filter { $0.verdict == .proved && $0.form == form && $0.callers == .threads }
      // An assumption is stated, too, if it is not known whether a thread has done what it is about.
      let hasTimedWaits = proved.contains { $0.timeouts == .whenStuck && $0.hasTimedWaits != false }
      let drawsRandomNumbers = proved.contains { $0.drawsRandomNumbers != false }
      return proved.isEmpty
        ? []
        : paragraphs(
          form, models: Set(proved.map(\.model)), hasTimedWaits: hasTimedWaits, drawsRandomNumbers: drawsRandomNumbers)
    } + (rows.contains { $0.verdict == .proved && $0.callers == .tasks } ? [ofTasks] : [])
  }

  private static let ofTasks =
    "Proved of tasks, for the number shown: in every schedule, callers get what the scenario promises. \(schedules)."
    + " \(betweenJobs) Not covered: \(besideActors)."

  /// What a schedule of tasks is.
  package static let schedules =
    "A schedule is an order of jobs, which run one at a time; at each switch of executors, all other jobs may run first"
  /// What holds for jobs in every schedule.
  package static let betweenJobs =
    "Jobs of different priorities have any order; those that code enqueues on one actor keep theirs. What a job asks of"
    + " the runtime, such as two yields to a stream, has nothing of another job between."
  /// What schedules do not show.
  package static let besideActors =
    "what happens in a job at the same time as in another, in memory that no actor guards, such as a Mutex, an Atomic or"
    + " a nonisolated(unsafe) variable"

  package static func paragraphs(
    _ form: RowForm = .harness, models: Set<MemoryModel>, hasTimedWaits: Bool = true,
    drawsRandomNumbers: Bool = true
  ) -> [String] {
    let assumptions = assumptions(hasTimedWaits: hasTimedWaits)
    let names = MemoryModel.allCases.filter(models.contains).map(\.fullName).joined(separator: ", ")
    if form == .plain {
      return [
        "Proved of a listing, for the number of threads shown: in every execution of its compiled code, callers get what"
          + " the scenario promises, no two plain accesses race, and no object is used after its end; under \(names);"
          + " \(assumptions); a loop that repeats itself continues until its value changes; a weak compare-exchange fails"
          + " only if it finds another value\(drawsRandomNumbers ? "; \(fixedRandomNumbers)" : ""). Not covered: \(leftOut);"
          + " another compiler, or other flags; what the system's locks, queues and once tokens do inside, which are taken"
          + " to do what they promise."
      ]
    }
    return [
      "Proved, for the number of threads shown: in every execution, callers get what the scenario promises, such as the"
        + " same instance, fully built, although others may be built and dropped; each caller asks as often as its"
        + " scenario says, under \(names); \(assumptions); only accesses that go through the strategy's"
        + " primitives. Executions that are equal up to swapping interchangeable threads count once, unless"
        + " --no-symmetry is given.",
      "Not covered: the code of the compiler, and of the system's locks, queues and once tokens, which the model takes"
        + " to do what they promise; Swift's own retain and release, allocation and 'static let'; \(leftOut);"
        + " C++20's seq_cst is stronger than RC11's, so a proof"
        + " carries over and a counterexample that needs seq_cst may be a false alarm; after a race the values shown"
        + " are illustrative.",
    ]
  }
}

extension MemoryModel {
  package var fullName: String {
    switch self {
    case .rc11: "RC11 with C++20 release sequences"
    case .arm: "ARMv8 (multi-copy atomic)"
    case .tso: "TSO (x86)"
    case .sc: "sequential consistency"
    }
  }
}
