internal import CSingletonPlatform
package import SingletonCore
import SingletonPlatform
package import SingletonStrategyKit
import SingletonTrialRuntime

extension AccessCounts {
  /// Reads the counts that a child has left in shared memory.
  ///
  /// - Parameter end: How the child ended.
  init(_ shared: SharedMemory, ended end: RowStatus) {
    self.init()
    first = shared[.first].count
    let access = LaterAccess(shared[.later], shared[.again])
    later = access.count
    let remarks = [
      shared[.first].remark(on: "the first access", end),
      (access.first.count == nil ? access.first : access.again).remark(on: "a later access", end), access.difference,
    ]
    remark = remarks.contains { $0 != nil } ? remarks.compactMap(\.self).joined(separator: "; ") : nil
  }

  private static let timeout = Duration.seconds(10)

  /// Counts the instructions of a strategy's accesses in a child process, as a run does.
  ///
  /// - Precondition: The strategy has this form.
  /// - Throws: An ``EngineError`` if the system refuses to start a process.
  package init(of entry: CatalogEntry, as form: RowForm) throws {
    self.init()
    let configuration = ChildConfiguration(
      counting: entry.info.id, as: form, in: entry.raced(as: form)!.declarations[0].scenario)
    let pool = try ChildPool()
    defer { pool.close() }
    try pool.start(configuration)
    while let child = pool.running.first, !pool.isStopped {
      if let end = child.ending(timeout: Self.timeout) {
        self = AccessCounts(child.shared, ended: end)
        pool.discard(child)
      } else {
        pool.wait(milliseconds: 20)
      }
    }
  }
}

extension cp_steps {
  fileprivate func remark(on access: String, _ status: RowStatus) -> String? {
    guard let obstacle else { return nil }
    let why = end == cp_steps_not_taken && status != .ok ? "the process ended before: \(status)" : obstacle
    return "\(access) is not counted: \(why)"
  }
}
