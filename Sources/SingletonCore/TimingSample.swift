/// A timed batch, for `--samples`.
package struct TimingSample: Sendable {
  package enum Kind: UInt32, Sendable, CaseIterable {
    case access = 1
    case floor
    case firstWinner
    case firstLoser
    /// A cache line's ways from one thread's core to the next one's.
    case line

    /// The spelling in the samples file.
    package var name: String {
      switch self {
      case .access: "access"
      case .floor: "floor"
      case .firstWinner: "first-winner"
      case .firstLoser: "first-loser"
      case .line: "line"
      }
    }
  }

  package let kind: Kind
  /// The number of operations in the batch.
  package let operations: UInt32
  package let elapsedNanoseconds: UInt64

  package init(kind: Kind, operations: UInt32, elapsedNanoseconds: UInt64) {
    self.kind = kind
    self.operations = operations
    self.elapsedNanoseconds = elapsedNanoseconds
  }
}
