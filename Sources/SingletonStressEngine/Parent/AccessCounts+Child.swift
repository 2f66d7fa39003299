internal import CSingletonPlatform
import SingletonCore
import SingletonPlatform
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
}

extension cp_steps {
  fileprivate func remark(on access: String, _ status: RowStatus) -> String? {
    guard let obstacle else { return nil }
    let why = end == cp_steps_not_taken && status != .ok ? "the process ended before: \(status)" : obstacle
    return "\(access) is not counted: \(why)"
  }
}
