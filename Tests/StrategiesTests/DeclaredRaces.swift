import Outcomes

/// Races that come with a declared defect: where an instance is initialised twice, or a plain variable is both read and
/// written, nothing orders the two. The tables name such races only where the row is sound natively; the checker finds
/// them all.
enum DeclaredRaces {
  static let expected: [Place: Set<Expectation.WeakMemoryFinding>] = [
    Place("unsynchronized-lazy", .firstAccess): [.race, .halfBuilt],
    Place("unsynchronized-lazy", .mixedConstruction): [.race, .halfBuilt],
    Place("unsynchronized-lazy", .reentrant): [.race, .halfBuilt],
    Place("unsynchronized-alloc", .firstAccess): [.race],
    Place("unsynchronized-alloc", .mixedConstruction): [.race],
    Place("unsynchronized-alloc", .copy): [.race],
    Place("unsynchronized-alloc", .reentrant): [.race],
    Place("synchronized-alloc", .firstAccess): [.race],
    Place("synchronized-alloc", .mixedConstruction): [.race],
    Place("synchronized-alloc", .reentrant): [.race],
    Place("synchronized-redirect", .mixedConstruction): [.race],
    Place("inherited-synchronized", .mixedConstruction): [.race],
    Place("inherited-synchronized", .subclass): [.race, .halfBuilt],
    Place("double-checked-alloc", .firstAccess): [.race],
    Place("double-checked-alloc", .mixedConstruction): [.race],
    Place("double-checked-alloc", .copy): [.race],
    Place("double-checked-alloc", .subclass): [.race],
    Place("double-checked-alloc", .reentrant): [.race],
    Place("once-token-twice", .mixedConstruction): [.race],
    Place("once-two-tokens", .mixedConstruction): [.race],
    Place("class-initialize", .mixedConstruction): [.race],
    Place("class-initialize", .subclass): [.race],
    Place("inherited-once", .mixedConstruction): [.race],
    Place("per-class-once", .mixedConstruction): [.race],
    Place("semaphore-guarded-inherited", .subclass): [.race],
    Place("teardown-lazy", .firstAccess): [.race, .halfBuilt],
    Place("teardown-lazy", .mixedConstruction): [.race, .halfBuilt],
    Place("teardown-lazy", .teardown): [.race, .halfBuilt],
    Place("teardown-lazy", .lateUse): [.race, .halfBuilt],
    Place("teardown-lazy", .reentrant): [.race, .halfBuilt],
    Place("exposed-global", .firstAccess): [.race],
    Place("exposed-global", .mixedConstruction): [.race],
    Place("exposed-global", .reentrant): [.race],
    Place("exposed-global", .externalWrite): [.race],
  ]
}
