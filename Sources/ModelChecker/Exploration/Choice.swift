/// One way to add an operation's event to a graph.
enum Choice {
  /// A read that reads from this write.
  case read(from: EventID)
  /// A write that follows this one in modification order.
  case write(after: EventID)
  /// The same, and a read that is there already reads from it; what was added after that read is removed, but for what
  /// the write depends on.
  case revisit(read: EventID, after: EventID)
}

/// What is about to be added to a graph.
struct Addition {
  var operation: Operation
  var thread: Int
  /// For the write half of an update: the value it writes.
  var isWriteHalf = false
  var value: UInt = 0

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
