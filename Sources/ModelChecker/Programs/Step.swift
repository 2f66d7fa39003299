/// What a modeled thread does next.
package enum Step: Equatable, Sendable {
  case operation(Operation)
  /// The thread has come to its end.
  case finished
  /// An assertion failed or a trap was reached: the thread ends, and the execution is a finding. The code is the
  /// program's own.
  case failed(UInt)
}
