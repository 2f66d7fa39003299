import SingletonModelChecker
import SingletonStrategyChecker
import SingletonStrategyKit

/// The reason why a check has no result.
public enum CheckError: Error, Equatable, CustomStringConvertible {
  /// The code did not repeat what it had done before. The place is the line of the operation that was expected, such as
  /// `Account.swift:12`.
  case notDeterministic(place: String?)
  /// A thread made more than 255 operations. The place is the line of the last one.
  case endless(place: String?)
  /// The number of threads is not in 2 through 16.
  case threads(Int)
  /// The system has no memory for the stack of a thread.
  case noStack(byteCount: Int)
  /// The replay code is not one of this class, or the class no longer behaves as it did when the code was made.
  case replay(String)

  /// What happened, the likely cause, and what to do.
  public var description: String {
    switch self {
    case .notDeterministic(let place):
      """
      \(place ?? "unknown line"): expected the operation of this line again, got another at the replay
      likely: the code depends on something that differs from run to run, such as a global, the time, a random number, \
      an address or the order of a Set
      next: make it a modeled property, or pass it in `fresh`
      """
    case .endless(let place):
      """
      \(place ?? "unknown line"): a thread has made more than 255 operations
      likely: a loop that waits for another thread and does more than one operation in each round
      next: wait with one operation, such as `while !isReady.load(ordering: .acquiring) {}`
      """
    case .threads(let count): "threads: expected 2 through 16, got \(count)"
    case .noStack(let byteCount): "\(ExplorationError.noStack(byteCount: byteCount))"
    case .replay(let why): "replay: \(why)"
    }
  }
}

extension CheckError {
  init(_ error: ExplorationError, _ log: CheckLog) {
    switch error {
    case .notDeterministic: self = .notDeterministic(place: error.place)
    case .tooManyThreads(let count): self = .threads(count)
    case .tooManyEvents(let thread), .noSuchLocation(let thread, _), .neverStarts(let thread):
      self = .endless(place: log.lastLine(ofThread: thread)?.place)
    case .noStack(let byteCount): self = .noStack(byteCount: byteCount)
    }
  }
}
