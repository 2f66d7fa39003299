package import SingletonCore
import SingletonModelChecker
package import SingletonStrategyKit

extension Trial {
  /// Replays a schedule, and describes its steps in words.
  ///
  /// - Throws: An error if the trial cannot follow the schedule.
  func counterexample(
    _ finding: Defect, _ schedule: Schedule, _ sources: SourceLibrary
  ) throws(ReplayError) -> Counterexample {
    let replay = try Replay(program, schedule)
    let description = StepDescription(state, names())
    // There is a column for each participating caller, and one for the threads that run before all callers.
    let callers = Set(replay.operations.map { caller(ofThread: $0.thread) ?? -1 }).sorted()
    var example = Counterexample()
    var trace = MemoryTrace()
    let reentry = replay.failures.first { finding == .trap && $0.value == FailureCode.reentry.rawValue }
    for (number, performed) in replay.operations.enumerated() {
      let column = callers.firstIndex(of: caller(ofThread: performed.thread) ?? -1)!
      example.steps.append(
        Counterexample.Step(
          column: column, source: sources.source(of: performed.operation), operation: description.text(of: performed),
          staleness: description.staleness(performed),
          isConcerned: reentry == nil && schedule.concerned.contains(number)))
      trace.take(performed, column: column)
      example.memory.append(trace.cells(description))
    }
    // The request itself is no operation of the model.
    if let reentry, let column = callers.firstIndex(of: caller(ofThread: reentry.key) ?? -1) {
      example.steps.append(
        Counterexample.Step(
          column: column, source: nil, operation: "asks for a primitive that it already holds", staleness: nil,
          isConcerned: true))
      example.memory.append(trace.cells(description))
    }
    example.finding = finding
    example.columns = callers.map { $0 < 0 ? "before any thread" : "thread \($0 + 1)" }
    example.sentence =
      FindingSummary(
        finding: finding, trial: self, replay: replay,
        concerned: schedule.concerned.filter(replay.operations.indices.contains).map { replay.operations[$0] },
        description: description
      ).text
    return example
  }
}

extension SourceLibrary {
  fileprivate func source(of operation: Operation) -> Counterexample.Source? {
    source(at: SourceLine(word: operation.sourceLine))
  }

  package func source(at line: SourceLine) -> Counterexample.Source? {
    line.name.map { Counterexample.Source(file: $0, line: line.line, text: self[line].map(String.init) ?? "") }
  }
}

/// The contents of memory while a schedule is replayed, and the values that each thread saw most recently.
struct MemoryTrace {
  /// The locations in the order of their first access.
  private var locations: [Int] = []
  private var accesses: [Int: Access] = [:]

  private struct Access {
    var kind: StepKind
    var newest: UInt
    /// The value that each thread read or wrote most recently, keyed by the index of the thread's column.
    var seen: [Int: UInt] = [:]
  }

  /// Records an operation of the thread with this column.
  mutating func take(_ performed: PerformedOperation, column: Int) {
    let location = Int(performed.operation.location)
    let kind = performed.operation.stepKind
    // Results that a thread keeps for itself do not belong to the strategy's memory.
    guard performed.operation.kind != .fence, ![.note, .none].contains(kind) else { return }
    if accesses[location] == nil { locations.append(location) }
    var access = accesses[location] ?? Access(kind: kind, newest: performed.newest)
    (access.kind, access.newest) = (kind, performed.newest)
    access.seen[column] = performed.written ?? performed.read
    accesses[location] = access
  }

  func cells(_ description: StepDescription) -> [Counterexample.Cell] {
    locations.map { location in
      let access = accesses[location]!
      var seen: [Int: String] = [:]
      // Sorted, because instances get letters in the order in which they are mentioned.
      for (column, word) in access.seen.sorted(by: { $0.key < $1.key }) {
        seen[column] = description.content(word, at: location, access.kind)
      }
      return Counterexample.Cell(
        name: description.name(of: location), newest: description.content(access.newest, at: location, access.kind),
        seen: seen)
    }
  }
}
