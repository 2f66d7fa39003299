/// The next step of a modeled thread.
package enum Step: Equatable, Sendable {
  case operation(Operation)
  /// The thread has finished.
  case finished
  /// The thread has ended with a failed assertion or a trap, which makes the execution a finding. The code is defined
  /// by the program.
  case failed(UInt)
}
