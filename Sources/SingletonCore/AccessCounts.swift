import SingletonPlatform

/// The numbers of instructions that one thread executes in its accesses, counted in a process that does nothing else.
package struct AccessCounts: Sendable, Equatable {
  /// The count of the first access in the process, or `nil` if it is unknown.
  package var first: InstructionCount?
  /// The count of a later access, or `nil` if it is unknown, or if two later accesses in a row have different counts.
  package var later: InstructionCount?
  /// Why a count is missing, or `nil` if both are known.
  package var remark: String?

  package init() {}
}
