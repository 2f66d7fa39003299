import SingletonPlatform

/// The instructions of accesses by one thread, counted one by one in a process that does nothing else.
package struct AccessCounts: Sendable, Equatable {
  /// The first access in the process, or `nil` if it could not be counted.
  package var first: InstructionCount?
  /// A later access, or `nil` if it could not be counted, or if two in a row differ.
  package var later: InstructionCount?
  /// Why a count is missing, or `nil` if none is.
  package var remark: String?

  package init() {}
}
