/// What is about to be added to a graph.
struct PendingEvent {
  var operation: Operation
  var thread: Int
  /// For the write half of an update: the value it writes.
  var isWriteHalf = false
  var value: UInt = 0

  /// Where no thread can take another step.
  static let nothing = PendingEvent(.fence(.relaxed), thread: -1)

  init(_ operation: Operation, thread: Int) {
    self.operation = operation
    self.thread = thread
    value = operation.value
  }

  /// The write half of the update that ends the thread `thread`.
  init(writeHalfOf read: Event, thread: Int) {
    operation = read.operation
    self.thread = thread
    isWriteHalf = true
    value = read.operation.updated(read.value) ?? 0
  }
}
