/// What single edits of a strategy's source do to one of its checks. Each edit is made in the model.
package struct RepairRow: Sendable {
  /// A kind of edit. The smaller ones come first.
  package enum Kind: String, CaseIterable, Sendable {
    /// An operation gets a stronger memory order.
    case order
    /// A critical section begins with a look at a variable, and ends there if it is set.
    case look
    /// A plain variable becomes atomic: its loads acquire, and its stores release.
    case atomic
    /// A variable becomes atomic, and an instance is stored by a compare-exchange from `nil`.
    case storedOnce = "stored-once"
    /// Every entry point holds one more lock.
    case lock
  }

  /// The check of the strategy with one edit.
  package struct Attempt: Sendable {
    package let kind: Kind
    /// The edited lines, such as `DoubleCheckedLock.swift:25, 27`.
    package let place: String
    /// What is edited there, in words.
    package let change: String
    package let row: CheckRow
    /// The checks in other scenarios, with as many threads, that are proved of the strategy as written. They are of the
    /// strategy with the edit; empty unless ``row`` is proved.
    package let others: [CheckRow]

    package init(_ kind: Kind, place: String, change: String, row: CheckRow, others: [CheckRow]) {
      self.kind = kind
      self.place = place
      self.change = change
      self.row = row
      self.others = others
    }
  }

  /// The check of the strategy as written.
  package let row: CheckRow
  /// The tried edits, the smallest first; empty unless ``row`` is refuted. An edit is not tried if a smaller one at the
  /// same place is enough.
  package var attempts: [Attempt] = []

  package init(_ row: CheckRow) { self.row = row }

  /// The edits with which the check is proved.
  package var repairs: [Attempt] { attempts.filter { $0.row.verdict == .proved } }

  /// Whether no edit proves the check, but one of which that is not decided might.
  package var isOpen: Bool { repairs.isEmpty && attempts.contains { $0.row.verdict != .refuted } }
}
