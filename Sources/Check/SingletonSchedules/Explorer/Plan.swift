/// What a check asks for, and how far it searches.
struct Plan: Sendable {
  let tasks: Int
  var failures = Failures.never
  /// Whether the first caller is canceled, at any time.
  var cancelsFirst = false
  /// Whether the first caller is one whose building fails by itself.
  var failsFirst = false
  /// Whether what the callers get is judged when all have ended, in place of being one instance.
  var judgesValues = false
  /// Whether an instance may be built only once.
  var buildsOnce = false
  /// Whether schedules count once that differ only in the numbers of interchangeable tasks, or in when jobs run that have
  /// no code of the program.
  var isReduced = true
  /// Whether the search goes on only once from states that are equal. What it comes to is the same.
  var mergesStates = true
  /// Whether jobs pause before each lock and atomic of which code tells, and the search goes on from all states.
  var dividesAlways = false
  /// Whether the ledger has what all schedules have come to.
  var notesOutcomes = false
  var scheduleLimit: UInt64?
  var time = Duration.seconds(60)
  /// The time after which a job that has not ended is taken to block its thread.
  var patience = Duration.seconds(5)
  /// Whether the search is to end at once, without a result.
  var isInterrupted: @Sendable () -> Bool = { false }

  /// Whether another caller asks, or judges, after all others have ended.
  var hasLateCaller: Bool { judgesValues || failures != .never || failsFirst || cancelsFirst }

  /// The numbers of the callers that have the same code and are treated the same.
  var interchangeable: Range<Int> {
    guard isReduced && !judgesValues else { return 0..<0 }
    return (failsFirst || cancelsFirst ? 2 : 1)..<tasks + 1
  }
}
