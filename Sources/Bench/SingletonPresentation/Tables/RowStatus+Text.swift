package import SingletonCore

/// The end of a row in a sentence, with its usual cause.
extension RowStatus {
  var sentence: String {
    switch self {
    case .ok: "ran to its end"
    case .trapped(let signal): "trapped (\(signal))"
    case .crashed(let signal): "crashed (\(signal))"
    case .exit(let code): "exited with status \(code)"
    case .hung: "hung"
    case .skipped(let reason): "skipped: \(reason)"
    case .interrupted: "interrupted"
    }
  }

  var likelyCause: String {
    switch self {
    case .trapped: Defect.trap.likelyCause
    case .crashed: Defect.crash.likelyCause
    case .hung: Defect.hang.likelyCause
    case .exit: "the process that ran the row reported a failure"
    case .ok, .skipped, .interrupted: "what used to stop it no longer does: the compiler or runtime has changed"
    }
  }

  /// The words with which statuses begin in reports, with their meanings.
  package static let meanings: [(word: String, meaning: String)] = [
    (RowStatus.ok, "The processes of the row ran to their end."),
    (.trapped(""), "A process stopped itself on purpose: a check of the language or of a library failed."),
    (.crashed(""), "A process was ended by another signal, which its own fault raised."),
    (.exit(0), "A process exited before its end, with this status."),
    (.hung, "There was no progress for as long as --timeout says."),
    (
      .skipped(""),
      "Not all threads could be started, or a process was ended from outside. The strategy is not to blame."
    ),
    (.interrupted, "The run was stopped before the row was complete."),
  ].map { status, meaning in (String(status.description.prefix { $0 != ":" }), meaning) }
}

extension Defect {
  /// The usual cause, for failure messages.
  package var likelyCause: String {
    switch self {
    case .instances: "two callers both found no instance: the check and the store are not one step"
    case .inits: "a second caller enters the initializer, which is not guarded by what guards the instance"
    case .reinits: "allocation returns an instance that exists already, and the initializer runs on it again"
    case .nestedInits: "the initializer asks the accessor before its instance is stored"
    case .halfBuilt: "the reference can be seen before the instance is finished: a store is too early or not a release"
    case .nilResults: "the variable is read before it is filled, or after another thread has cleared it"
    case .wrongClass: "parent and child share one variable, so the first caller decides the class"
    case .usedAfterDestroy: "a reference that is handed out or kept does not keep its instance alive"
    case .liveMax: "a new instance is made before the old one is destroyed"
    case .refused: "a caller constructs where only the accessor may, or an error leaves the accessor"
    case .leaked: "some code retains the instance more often than it releases it"
    case .crash: "memory was used after it was freed"
    case .race: "plain memory is read or written without anything that orders the threads"
    case .trap: "a failed check of the language or its runtime: an overflow, a nil, a once that waits for itself"
    case .hang: "threads wait for each other: a lock that is taken twice, or never released"
    case .unexpected: "a step that the promise takes for one is several, and another thread comes between"
    }
  }
}
