import SingletonModelChecker
import SingletonStrategyChecker
import SingletonStrategyKit

extension CheckError {
  init(_ error: ExplorationError, _ log: CheckLog) {
    switch error {
    case .notDeterministic:
      self.init(
        """
        \(error.place ?? "unknown line"): expected the operation of this line again, got another at the replay
        likely: the code depends on something that differs from run to run, such as a global, the time, a random number, \
        an address or the order of a Set
        next: make it a modeled property, or pass it in `fresh`
        """)
    case .tooManyEvents(let thread), .noSuchLocation(let thread, _), .neverStarts(let thread):
      self.init(
        """
        \(log.lastLine(ofThread: thread)?.place ?? "unknown line"): a thread has made more than 255 operations
        likely: a loop that waits for another thread and does more than one operation in each round
        next: wait with one operation, such as `while !isReady.load(ordering: .acquiring) {}`
        """)
    case .tooManyThreads(let count): self.init(threads: count)
    case .noStack: self.init("\(error)")
    }
  }

  /// The error of a number of threads that is not in 2 through 16.
  init(threads: Int) { self.init("threads: expected 2 through 16, got \(threads)") }

  /// The error of a replay code that is not one of this class, or of a class that no longer behaves as it did when the code
  /// was made.
  static func replay(_ problem: String) -> CheckError { CheckError("replay: \(problem)") }
}
