import SingletonPlatform

/// The numbers of instructions that one thread executes in its accesses, counted in processes that do nothing else.
package struct AccessCounts: Sendable, Equatable {
  /// The count of the first access in a process, the least if it varies, or `nil` if it is unknown.
  package var first: InstructionCount?
  /// The most instructions of the first access in one of the processes, or `nil` if all have counted the same.
  package var firstMost: UInt64?
  /// The count of a later access, the least if it varies, or `nil` if it is unknown, or if two later accesses in a row
  /// have different counts.
  package var later: InstructionCount?
  /// The most instructions of a later access in one of the processes, or `nil` if all have counted the same.
  package var laterMost: UInt64?
  /// Why a count is missing, or `nil` if both are known.
  package var remark: String?

  package init() {}

  /// Adds the counts of another process. What one of the processes could not count is unknown.
  package mutating func add(_ other: AccessCounts) {
    Self.add(other.first, to: &first, &firstMost)
    Self.add(other.later, to: &later, &laterMost)
    remark = remark ?? other.remark
  }

  private static func add(_ count: InstructionCount?, to least: inout InstructionCount?, _ most: inout UInt64?) {
    guard let known = least, let count else { return (least, most) = (nil, nil) }
    guard count != known else { return }
    most = max(most ?? known.instructions, count.instructions)
    if count.instructions < known.instructions { least = count }
  }
}
