/// Something that an execution of the model shows: what a native row can count, and what only a model can see.
package enum CheckFinding: Hashable, Sendable {
  case observed(Observation)
  /// Two accesses to plain memory, one of them a write, that nothing orders: a data race, which a language leaves undefined.
  case race
  /// A thread stopped the process.
  case trap
  /// All threads that are left wait for something that will not come.
  case hang

  /// The spelling in data.
  package var name: String {
    switch self {
    case .observed(let observation): observation.rawValue
    case .race: "race"
    case .trap: "trap"
    case .hang: "hang"
    }
  }

  /// In words, for a person.
  package var words: String {
    switch self {
    case .observed(let observation): observation.words
    case .race: "data race on plain memory"
    case .trap: "stops the process"
    case .hang: "waits for ever"
    }
  }

  /// What is told first where several are there: what a caller gets before what merely may go wrong.
  package static let inOrderOfInterest: [CheckFinding] =
    [
      .observed(.halfBuilt), .observed(.instances), .observed(.reinits), .observed(.wrongClass),
      .observed(.usedAfterDestroy), .observed(.nilResults), .observed(.liveMax), .observed(.nestedInits), .trap, .hang,
      .race, .observed(.inits), .observed(.refused),
    ]

  /// Whether it breaks the promise of a singleton, whatever was declared.
  package var breaksPromise: Bool { ![.observed(.inits), .observed(.refused)].contains(self) }
}

extension Sequence where Element == CheckFinding {
  package var inOrderOfInterest: [CheckFinding] {
    let members = Set(self)
    return CheckFinding.inOrderOfInterest.filter(members.contains)
  }
}

extension Scenario {
  /// Of so many threads, those that ask the parent's accessor at first.
  package func askers(of threads: Int) -> Int {
    switch self {
    case .mixedConstruction, .subclass: (threads + 1) / 2
    default: threads
    }
  }
}

/// The memory models by the names that options and reports use.
package enum ModelName: String, CaseIterable, Sendable {
  case rc11
  case tso
  case sc

  /// Weakest last; what a model shows, all that come after it show too.
  package static let strongestFirst: [ModelName] = [.sc, .tso, .rc11]

  /// What runs like this.
  package var machines: String {
    switch self {
    case .sc: "any machine, one step after the other"
    case .tso: "x86 and everything weaker"
    case .rc11: "ARM, POWER and RISC-V, or a compiler's reordering; no x86 machine by itself"
    }
  }
}

extension Expectation {
  /// What the checker must find, and what it may: the native declaration, and what only a weaker memory shows.
  ///
  /// - Parameter askers: threads that ask the accessor: with one alone, what two of them can show need not be there.
  package func demandedFindings(threads: Int, askers: Int, model: ModelName) -> Set<CheckFinding> {
    let weak = askers > 1 ? weakFindings(model, threads) : []
    guard threads >= leastThreads else { return weak }
    let native: Set<CheckFinding> =
      switch demand {
      case .sound, .any: []
      case .all(let observations): Set(observations.map(CheckFinding.observed))
      case .trap: [.trap]
      case .hang: [.hang]
      }
    return native.union(weak)
  }

  /// At least one of these; empty where nothing of the kind is declared.
  package func alternativeFindings(threads: Int) -> Set<CheckFinding> {
    guard case .any(let observations) = demand, threads >= leastThreads else { return [] }
    return Set(observations.map(CheckFinding.observed))
  }

  /// Everything that an execution may show; anything else is a surprise.
  package func allowedFindings(threads: Int, model: ModelName) -> Set<CheckFinding> {
    Set(allowed.map(CheckFinding.observed)).union(demandedFindings(threads: threads, askers: threads, model: model))
      .union(weakFindings(model, threads))
  }

  private func weakFindings(_ model: ModelName, _ threads: Int) -> Set<CheckFinding> {
    guard threads > 1 else { return [] }
    return Set(
      onWeakMemory.compactMap { finding in
        switch finding {
        case .race: .race
        case .halfBuilt: model == .rc11 ? .observed(.halfBuilt) : nil
        }
      })
  }
}
