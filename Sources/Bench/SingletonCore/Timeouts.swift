/// When a modeled wait with a time limit may time out.
public enum Timeouts: String, CaseIterable, Codable, Sendable {
  /// Only if no thread can take another step, because the limit is far longer than anything that a thread does.
  case whenStuck = "when-stuck"
  /// Whenever the wait finds no permit, as if the limit were any length.
  case anyTime = "any-time"
}
