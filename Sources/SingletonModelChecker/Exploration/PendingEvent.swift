/// An event that is about to be added to a graph.
struct PendingEvent {
  var operation: Operation
  var thread: Int
  /// Whether the event is the write half of an update.
  var isWriteHalf = false
  /// The value that a write writes.
  var value: UInt = 0

  /// The placeholder used if no thread can take another step.
  static let nothing = PendingEvent(.fence(.relaxed), thread: -1)

  init(_ operation: Operation, thread: Int) {
    self.operation = operation
    self.thread = thread
    value = operation.value
  }

  /// Creates the write half of the update whose read half is the last event of `thread`.
  init(writeHalfOf read: Event, thread: Int) {
    operation = read.operation
    self.thread = thread
    isWriteHalf = true
    value = read.operation.updated(read.value) ?? 0
  }
}
