package import SingletonCore
package import SingletonPlatform
package import SingletonStrategyKit

/// The instructions of a later access, in the order in which a thread executed them.
package struct AccessTrace: Sendable {
  package private(set) var counts = AccessCounts()
  package private(set) var places: [InstructionPlace] = []

  private static let timeout = Duration.seconds(10)

  /// Counts the instructions of a strategy's accesses in a child process, as a run does.
  ///
  /// - Precondition: The strategy has this form.
  /// - Throws: An ``EngineError`` if the system refuses to start a process.
  package init(of entry: CatalogEntry, as form: RowForm) throws {
    let configuration = ChildConfiguration(
      counting: entry.info.id, as: form, in: entry.raced(as: form)!.declarations[0].scenario)
    let pool = try ChildPool()
    defer { pool.close() }
    try pool.start(configuration)
    while let child = pool.running.first, !pool.isStopped {
      if let end = child.ending(timeout: Self.timeout) {
        read(child, end)
        pool.discard(child)
      } else {
        pool.wait(milliseconds: 20)
      }
    }
  }

  private mutating func read(_ child: ChildProcess, _ end: RowStatus) {
    counts = AccessCounts(child.shared, ended: end)
    let steps = min(Int(counts.later?.instructions ?? 0), child.shared.trace.count)
    places = child.shared.trace.prefix(steps).map(InstructionPlace.init)
  }
}
