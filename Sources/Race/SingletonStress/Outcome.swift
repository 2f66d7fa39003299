/// What the threads of a trial returned in their roles, and whether it was as expected.
public struct Outcome: Hashable, Sendable {
  /// The values as text, in the order of the threads, such as `[1, 2]`. A role that threw has `error`.
  public let values: String
  /// Whether the trial was as expected. What the owner was left in counts too, so the same values may be both.
  public let isExpected: Bool

  @usableFromInline
  init(values: String, isExpected: Bool) {
    self.values = values
    self.isExpected = isExpected
  }
}
