import SingletonCore
import SingletonModelChecker

/// What memory holds while a schedule is replayed, and what each thread has last seen of it.
struct MemoryTrace {
  /// The locations in the order of their first access.
  private var locations: [Int] = []
  private var accesses: [Int: Access] = [:]

  private struct Access {
    var kind: StepKind
    var newest: UInt
    /// The values by column.
    var seen: [Int: UInt] = [:]
  }

  /// Takes a step of the thread in a column.
  mutating func take(_ step: Replay.Step, column: Int) {
    let location = Int(step.operation.location)
    let kind = StepKind(rawValue: step.operation.tag) ?? .none
    // What a thread keeps for itself is outside the strategy's memory.
    guard step.operation.kind != .fence, ![.note, .none].contains(kind) else { return }
    if accesses[location] == nil { locations.append(location) }
    var access = accesses[location] ?? Access(kind: kind, newest: step.newest)
    (access.kind, access.newest) = (kind, step.newest)
    access.seen[column] = step.written ?? step.read
    accesses[location] = access
  }

  func cells(_ words: StepDescription) -> [Counterexample.Cell] {
    var cells: [Counterexample.Cell] = []
    for location in locations {
      let access = accesses[location]!
      var seen: [Int: String] = [:]
      for (column, word) in access.seen.sorted(by: { $0.key < $1.key }) {
        seen[column] = words.content(word, at: location, access.kind)
      }
      cells.append(
        Counterexample.Cell(
          name: words.name(of: location), newest: words.content(access.newest, at: location, access.kind), seen: seen))
    }
    return cells
  }
}
