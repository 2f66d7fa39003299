/// What the catalogue declares of one strategy in one scenario. The world is closed: what is not declared is forbidden.
package struct Expectation: Hashable, Sendable {
  package enum Demand: Hashable, Sendable {
    /// The promise holds in every trial.
    case sound
    /// Each of these must be shown.
    case all(Set<Observation>)
    /// At least one of these must be shown.
    case any(Set<Observation>)
    /// Every trial ends in a trap.
    case trap
    /// No trial ends; the watchdog does.
    case hang
  }

  /// What only the checker sees, or a machine with weaker memory than x86-64's: a race is a mistake on any machine, and
  /// shows as nothing where stores are seen in order.
  package enum WeakMemoryFinding: String, Sendable, CaseIterable {
    case race
    case halfBuilt = "half_built"
  }

  package let demand: Demand
  /// Allowed besides.
  package let may: Set<Observation>
  /// With fewer threads nothing can race, and the row is expected to be sound.
  package let leastThreads: Int
  package let onWeakMemory: Set<WeakMemoryFinding>

  package init(
    _ demand: Demand, may: Set<Observation> = [], leastThreads: Int = 1, onWeakMemory: Set<WeakMemoryFinding> = []
  ) {
    self.demand = demand
    self.may = may
    self.leastThreads = leastThreads
    self.onWeakMemory = onWeakMemory
  }

  package static let sound = Expectation(.sound)
  package static let trap = Expectation(.trap)
  package static let hang = Expectation(.hang)

  package static func sound(may: Set<Observation>) -> Expectation { Expectation(.sound, may: may) }

  /// Sound on x86-64, whose stores are seen in order; on weaker machines these may appear.
  package static func sound(onWeakMemory findings: Set<WeakMemoryFinding>) -> Expectation {
    Expectation(.sound, onWeakMemory: findings)
  }

  /// A known defect: each of these is shown, given enough threads (2 for whatever races or needs a second caller).
  package static func defect(
    _ observations: Observation..., may: Set<Observation> = [], leastThreads: Int = 2,
    onWeakMemory: Set<WeakMemoryFinding> = []
  ) -> Expectation {
    Expectation(.all(Set(observations)), may: may, leastThreads: leastThreads, onWeakMemory: onWeakMemory)
  }

  /// A known defect with several faces: at least one of these is shown.
  package static func anyDefect(
    _ observations: Observation..., may: Set<Observation> = [], leastThreads: Int = 2
  ) -> Expectation {
    Expectation(.any(Set(observations)), may: may, leastThreads: leastThreads)
  }

  /// The expectation that holds natively for this many threads on a machine with this memory order.
  package func applied(threads: Int, memoryOrder: MemoryOrder) -> Expectation {
    var may = self.may
    if memoryOrder == .weak && onWeakMemory.contains(.halfBuilt) { may.insert(.halfBuilt) }
    return Expectation(threads < leastThreads ? .sound : demand, may: may)
  }

  /// Everything a row may show without breaking what was declared.
  package var allowed: Set<Observation> {
    let declared = may.union(demand.observations)
    return declared.union(declared.flatMap(\.consequences))
  }
}

/// Whether other cores see one core's stores in program order.
package enum MemoryOrder: Sendable {
  case totalStoreOrder
  case weak

  package static var ofThisMachine: MemoryOrder {
    #if arch(x86_64) || arch(i386)
      .totalStoreOrder
    #else
      .weak
    #endif
  }
}

extension Expectation.Demand {
  package var observations: Set<Observation> {
    switch self {
    case .all(let observations), .any(let observations): observations
    case .sound, .trap, .hang: []
    }
  }
}

/// The report's spelling: `sound`, `defect:a+b`, `defect:a|b`, `trap`, `hang`, then `;may:a,b`.
extension Expectation: LosslessStringConvertible {
  package var description: String {
    may.isEmpty ? demand.description : "\(demand);may:" + may.inOrder.map(\.rawValue).joined(separator: ",")
  }

  package init?(_ description: String) {
    let parts = description.split(separator: ";", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2, let demand = Demand(String(first)) else { return nil }
    guard parts.count == 2 else {
      self.init(demand)
      return
    }
    guard parts[1].hasPrefix("may:") else { return nil }
    let names = parts[1].dropFirst("may:".count).split(separator: ",", omittingEmptySubsequences: false)
    let may = names.compactMap { Observation(rawValue: String($0)) }
    guard may.count == names.count else { return nil }
    self.init(demand, may: Set(may))
  }
}

extension Expectation.Demand: LosslessStringConvertible {
  package var description: String {
    switch self {
    case .sound: "sound"
    case .trap: "trap"
    case .hang: "hang"
    case .all(let observations): "defect:" + observations.inOrder.map(\.rawValue).joined(separator: "+")
    case .any(let observations): "defect:" + observations.inOrder.map(\.rawValue).joined(separator: "|")
    }
  }

  package init?(_ description: String) {
    switch description {
    case "sound": self = .sound
    case "trap": self = .trap
    case "hang": self = .hang
    default:
      guard description.hasPrefix("defect:") else { return nil }
      let names = description.dropFirst("defect:".count)
      let separator: Character = names.contains("|") ? "|" : "+"
      let parts = names.split(separator: separator, omittingEmptySubsequences: false)
      let observations = parts.compactMap { Observation(rawValue: String($0)) }
      guard observations.count == parts.count else { return nil }
      self = separator == "|" ? .any(Set(observations)) : .all(Set(observations))
    }
  }
}
