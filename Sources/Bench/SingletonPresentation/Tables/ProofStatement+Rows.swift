package import SingletonCore
package import SingletonDrawings
package import SingletonMemoryModels

extension ProofStatement {
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
    + " \(betweenJobs) No memory model (--model) has a part in this. Not covered: another compiler, or other"
    + " flags; \(besideActors)."

  package static func paragraphs(
    _ form: RowForm = .harness, models: Set<MemoryModel>, hasTimedWaits: Bool = true,
    drawsRandomNumbers: Bool = true
  ) -> [String] {
    let patience: [Assumption] = hasTimedWaits ? [.patience] : []
    let names = MemoryModel.allCases.filter(models.contains).map(\.fullName).joined(separator: ", ")
    if form == .plain {
      let assumptions =
        [.loops(rounds: nil), .newMemory, .libraries, .weakExchanges] + patience + [.conditions, .clocks]
        + (drawsRandomNumbers ? [.randomNumbers] : []) + [.collections]
      return [
        "Proved of a listing, for the number of threads shown: in every execution of its compiled code, callers get what"
          + " the scenario promises, no two plain accesses race, and no object is used after its end; each caller asks as"
          + " often as its scenario says, under \(scope(names, assumptions, [surroundings])). Not covered: \(leftOut);"
          + " another compiler, or other flags; what the system's locks, queues and once tokens do inside, which are taken"
          + " to do what they promise."
      ]
    }
    return [
      "Proved of the harness's form, for the number of threads shown: in every execution, callers get what the scenario"
        + " promises, such as the same instance, fully built, although others may be built and dropped; each caller asks as often as its"
        + " scenario says, under \(scope(names, patience)); only accesses that go through the strategy's"
        + " primitives. Executions that are equal up to swapping interchangeable threads count once.",
      "Not covered: the code of the compiler, and of the system's locks, queues and once tokens, which the model takes"
        + " to do what they promise; Swift's own retain and release, allocation and 'static let'; \(leftOut);"
        + " C++20's seq_cst is stronger than RC11's, so a proof"
        + " carries over to C++20 without load buffering, and a counterexample that needs seq_cst may be a false alarm; after"
        + " a race the values shown are illustrative.",
    ]
  }
}
