/// What an initialiser does besides filling its instance, to widen the window in which callers can race.
package enum InitializerCost: Hashable, Sendable {
  case none
  /// Keeps the processor busy for so long.
  case busy(TimeSpan)
  /// Offers the processor to another thread once.
  case yield
  /// Sleeps, and so lets more than one thread a core be inside.
  case sleep(TimeSpan)
}

/// The spelling of `--initializer-cost`: `0`, `500ns`, `yield`, `sleep:1ms`.
extension InitializerCost: LosslessStringConvertible {
  package static let spelling = "0, a busy time such as 500ns, yield, or sleep:1ms"

  package var description: String {
    switch self {
    case .none: "0"
    case .busy(let span): "\(span)"
    case .yield: "yield"
    case .sleep(let span): "sleep:\(span)"
    }
  }

  package init?(_ description: String) {
    if description == "0" {
      self = .none
    } else if description == "yield" {
      self = .yield
    } else if description.hasPrefix("sleep:"), let span = TimeSpan(String(description.dropFirst("sleep:".count))) {
      self = .sleep(span)
    } else if let span = TimeSpan(description) {
      self = span.nanoseconds == 0 ? .none : .busy(span)
    } else {
      return nil
    }
  }
}
