package import SingletonCore
package import SingletonMemoryModels
package import SingletonStrategyKit

/// A strategy of the catalog that is sound in a scenario, with one change in it.
///
/// A mutant is not in the catalog, because no program should hand out an instance in this way: its purpose is to find
/// out whether the run and the checker notice the change.
protocol Mutant: Strategy {
  static var mutation: Mutation { get }
}

extension Mutant {
  static var info: StrategyInfo { mutation.info }
}

/// The change of one step, for strategies that several mutants change.
///
/// Such a strategy is a generic type, which asks its change for each step that one of the mutants replaces. The
/// protocol of its changes has the steps of the sound strategy as defaults.
protocol Change: Sendable {
  static var mutation: Mutation { get }
}

/// The change that makes a mutant, and the findings that must show it.
package struct Mutation: Sendable {
  /// The id of the strategy that is changed.
  package let original: String
  /// The strongest memory model under which a caller can observe the change, or `nil` if no caller can.
  ///
  /// A data race alone cannot be observed.
  package let model: MemoryModel?
  /// The mutant's id, the change in one sentence, and the declarations, the last of which distinguishes the mutant from
  /// its original.
  package let info: StrategyInfo

  init(
    _ id: String, of original: String, _ change: String, shownUnder model: MemoryModel? = .sc,
    expects declarations: KeyValuePairs<Scenario, Expectation>
  ) {
    precondition(!declarations.isEmpty, "a mutant has a declaration")
    self.original = original
    self.model = model
    info = StrategyInfo(id: id, idea: change, expects: declarations)
  }

  package var id: String { info.id }

  /// The declaration that distinguishes the mutant from its original, which is the last one.
  package var telling: StrategyInfo.Declaration { info.declarations.last! }

  /// The number of threads with which the checker finds what is declared.
  package var checkedThreads: Int { max(2, info.declarations.map(\.expectation.leastThreads).max() ?? 2) }
}

extension Expectation {
  /// The defects that callers can observe: on x86 if that shows anything, otherwise on weaker memory. A data race is not observed.
  package var observable: Set<Defect> {
    demand.defects.isEmpty ? onWeakMemory.subtracting([.race]) : demand.defects
  }
}

/// A mutant with the entry that runs and checks it.
package struct MutantEntry: Sendable {
  package let mutation: Mutation
  package let entry: CatalogEntry

  @inline(__always)
  init<M: Mutant>(_ mutant: M.Type) where M.B == NativeBackend {
    mutation = M.mutation
    entry = CatalogEntry(mutant)
  }
}
