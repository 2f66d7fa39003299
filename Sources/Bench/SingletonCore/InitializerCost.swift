@_exported import enum SingletonPlatform.DurationFormat

/// The extra work of an initializer. It widens the window in which two callers can overlap.
package enum InitializerCost: Hashable, Sendable {
  case none
  /// Keeps the processor busy for this long.
  case busy(Duration)
  /// Yields the processor to another thread once.
  case yield
  /// Sleeps for this long, so that more threads than there are cores can be in the initializer at once.
  case sleep(Duration)
}

/// The order in reports: roughly by how many threads can overlap in the initializer, the fewest first.
extension InitializerCost: Comparable {
  package static func < (first: InitializerCost, second: InitializerCost) -> Bool { first.place < second.place }

  private var place: (Int, Duration) {
    switch self {
    case .none: (0, .zero)
    case .busy(let duration): (1, duration)
    case .yield: (2, .zero)
    case .sleep(let duration): (3, duration)
    }
  }
}

/// The spelling of `--initializer-cost`: `0`, `500ns`, `yield`, `sleep:1ms`.
extension InitializerCost: LosslessStringConvertible {
  package static let spelling = "0, a busy time such as 500ns, yield, or sleep:1ms"

  package var description: String {
    switch self {
    case .none: "0"
    case .busy(let duration): DurationFormat.text(duration)
    case .yield: "yield"
    case .sleep(let duration): "sleep:" + DurationFormat.text(duration)
    }
  }

  package init?(_ description: String) {
    if description == "0" {
      self = .none
    } else if description == "yield" {
      self = .yield
    } else if description.hasPrefix("sleep:"),
      let duration = DurationFormat.duration(description.dropFirst("sleep:".count))
    {
      self = .sleep(duration)
    } else if let duration = DurationFormat.duration(description) {
      self = duration == .zero ? .none : .busy(duration)
    } else {
      return nil
    }
  }
}
