/// One way to add an operation's event to a graph, or to go on where nothing can be added.
enum Choice {
  /// A read that reads from this write.
  case read(from: EventID)
  /// A write that follows this one in modification order.
  case write(after: EventID)
  /// The same, and a read that is there already reads from it; what was added after that read is removed, but for what
  /// the write depends on.
  case revisit(read: EventID, after: EventID)
  /// Time passes, and the waits of these threads reach their limits together.
  case timeOut(ThreadSet)
}

/// What is about to be added to a graph.
struct Addition {
  var operation: Operation
  var thread: Int
  /// For the write half of an update: the value it writes.
  var isWriteHalf = false
  var value: UInt = 0

  /// Where no thread can take another step.
  static let nothing = Addition(.fence(.relaxed), thread: -1)

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
