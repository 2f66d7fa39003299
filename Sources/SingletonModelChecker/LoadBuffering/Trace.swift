/// What one thread does if its reads return certain values: its events, without the writes that they read from.
struct Trace {
  var events: [Event] = []
  /// The value that the thread was given for each of its operations.
  var values: [UInt] = []
  var isFailed = false

  /// Whether the last event is a read that blocks the thread.
  var isBlocked: Bool { events.last?.isBlocked ?? false }

  /// Adds the events of an operation whose read, if it has one, returns `value`.
  mutating func append(_ operation: Operation, reading value: UInt) {
    values.append(value)
    switch operation.kind {
    case .fence: events.append(Event(operation, .fence, value: 0, order: operation.order))
    case .store, .free: events.append(Event(operation, .write, value: operation.value, order: operation.order))
    case .load, .readModifyWrite:
      let written = operation.updated(value)
      let order = operation.kind == .readModifyWrite && written == nil ? operation.failureOrder : operation.order
      events.append(Event(operation, .read, value: value, order: order, isUpdate: written != nil))
      if let written {
        events.append(Event(operation, .write, value: written, order: operation.order, isUpdate: true))
      }
    }
  }
}

/// All traces of the threads of a program whose reads return values that some write may have written.
///
/// The values of a location are its initial value and what the traces so far write there, until there are no more. A
/// write's value may rest on a read, but under ARM no chain of such dependencies has a cycle, so there is no value that
/// would need more rounds than there are writes.
struct Traces {
  private(set) var ofThreads: [[Trace]]
  /// Whether all traces were found.
  private(set) var areComplete = true
  /// Whether there were too many traces of a thread.
  private(set) var areTooMany = false
  private let program: any Program
  private let isOver: () -> Bool
  private var tries = 0
  private var known: [Int: Set<UInt>] = [:]

  /// The largest number of traces of one thread.
  private static let mostTraces = 10_000

  /// - Parameter isOver: Returns whether to stop. It is called once every few thousand traces.
  init(of program: any Program, isOver: @escaping () -> Bool) throws(ExplorationError) {
    self.program = program
    self.isOver = isOver
    ofThreads = Array(repeating: [], count: program.threadCount)
    var rounds = 0
    var isGrowing = true
    while isGrowing && areComplete {
      for thread in ofThreads.indices { ofThreads[thread] = try traces(of: thread) }
      let most = ofThreads.reduce(0) { sum, traces in
        sum + (traces.map { $0.events.count(where: \.isWrite) }.max() ?? 0)
      }
      rounds += 1
      isGrowing = learnValues() && rounds <= most
    }
  }

  /// Adds the values that the traces write.
  ///
  /// - Returns: Whether any is new.
  private mutating func learnValues() -> Bool {
    let before = known
    for event in ofThreads.joined().flatMap(\.events) where event.kind != .fence {
      known[event.location, default: [program.initialValue(of: event.location)]].formUnion(
        event.isWrite ? [event.value] : [])
    }
    return known != before
  }

  /// Returns the traces of a thread, depth first.
  private mutating func traces(of thread: Int) throws(ExplorationError) -> [Trace] {
    var (found, open): ([Trace], [Trace]) = ([], [Trace()])
    while var trace = open.popLast() {
      switch run(thread, trace.values) {
      case .finished: found.append(trace)
      case .failed:
        trace.isFailed = true
        found.append(trace)
      case .operation(let operation):
        guard trace.events.count + 2 <= ExecutionGraph.eventLimit else { throw .tooManyEvents(thread: thread) }
        guard operation.kind == .fence || (0..<ExecutionGraph.locationLimit).contains(Int(operation.location))
        else { throw .noSuchLocation(thread: thread, location: Int(operation.location)) }
        for value in values(of: operation) {
          var longer = trace
          longer.append(operation, reading: value)
          if longer.isBlocked { found.append(longer) } else { open.append(longer) }
        }
      }
      tries += 1
      if found.count + open.count > Self.mostTraces { areTooMany = true }
      if areTooMany || tries.isMultiple(of: 4_096) && isOver() {
        areComplete = false
        return found
      }
    }
    return found
  }

  private func values(of operation: Operation) -> [UInt] {
    guard operation.reads else { return [0] }
    let location = Int(operation.location)
    return (known[location] ?? [program.initialValue(of: location)]).sorted()
  }

  /// Runs a thread from its beginning, with the values for the operations so far, up to its next operation.
  @discardableResult
  func run(_ thread: Int, _ values: [UInt]) -> Action {
    program.restart(thread)
    return values.reduce(program.advance(thread, with: 0)) { _, value in program.advance(thread, with: value) }
  }
}
