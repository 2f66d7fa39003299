internal import CSingletonPlatform
import SingletonCore
import SingletonPlatform
import SingletonTrialRuntime

extension AccessCounts {
  /// Reads what a child has counted.
  ///
  /// - Parameter end: How the child ended.
  init(_ shared: SharedMemory, ended end: RowStatus) {
    self.init()
    first = shared[.first].count
    let (later, again) = (shared[.later], shared[.again])
    self.later = later.count == again.count ? later.count : nil
    let remarks = [
      shared[.first].remark(on: "the first access", end),
      (later.count == nil ? later : again).remark(on: "a later access", end), Self.difference(later.count, again.count),
    ]
    remark = remarks.contains { $0 != nil } ? remarks.compactMap(\.self).joined(separator: "; ") : nil
  }

  /// Returns both counts in words, or `nil` if they do not differ.
  private static func difference(_ one: InstructionCount?, _ other: InstructionCount?) -> String? {
    guard let one, let other, one != other else { return nil }
    return "two later accesses differ: \(one), then \(other)"
  }
}

extension cp_steps {
  fileprivate func remark(on access: String, _ status: RowStatus) -> String? {
    guard let obstacle else { return nil }
    let why = end == cp_steps_not_taken && status != .ok ? "the process ended before: \(status)" : obstacle
    return "\(access) is not counted: \(why)"
  }
}
