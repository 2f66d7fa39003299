import Outcomes

/// The strategies that no document shows, in their order. Construction is raced where a caller could construct.
extension DeclaredRow {
  static let beyondDocuments = [
    DeclaredRow("static-let", [.firstAccess: "sound"]),
    DeclaredRow("lazy-var", [.firstAccess: "defect:instances;may:crash"]),
    DeclaredRow("arc-lazy", [.firstAccess: "defect:instances;may:crash"]),
    DeclaredRow("arc-teardown", [.teardown: "defect:live_max|crash"]),
    DeclaredRow("weak-unguarded", [.reacquire: "defect:nil_results|used_after_destroy|live_max|crash"]),
    DeclaredRow("mutex", [.firstAccess: "sound", .mixedConstruction: "defect:instances"]),
    DeclaredRow("atomic-lazy-reference", [.firstAccess: "defect:inits", .mixedConstruction: "defect:instances"]),
    DeclaredRow("compare-exchange", [.firstAccess: "defect:inits", .mixedConstruction: "defect:instances"]),
    DeclaredRow("spin-flag", [.firstAccess: "sound", .mixedConstruction: "defect:instances"]),
    DeclaredRow("pthread-once", [.firstAccess: "sound", .mixedConstruction: "defect:instances"]),
    DeclaredRow("serial-queue", [.firstAccess: "sound", .mixedConstruction: "defect:instances"]),
    DeclaredRow("barrier-queue", [.firstAccess: "sound", .mixedConstruction: "defect:instances"]),
    DeclaredRow("reader-writer-lock", [.firstAccess: "sound", .mixedConstruction: "defect:instances"]),
    DeclaredRow("thread-local-witness", [.firstAccess: "sound", .mixedConstruction: "defect:instances"]),
    DeclaredRow("relaxed-double-checked-lock", [.firstAccess: "sound", .mixedConstruction: "defect:instances"]),
    DeclaredRow("actor", [.firstAccess: "sound"]),
    DeclaredRow("actor-awaiting", [.firstAccess: "defect:instances"]),
  ]
}

/// What is declared of re-entry at depth 1; a strategy that is not here declares nothing of it.
enum DeclaredReentry {
  static let expected: [String: String] = Dictionary(
    uniqueKeysWithValues: groups.flatMap { expected, ids in ids.map { ($0, expected) } })

  private static let groups: KeyValuePairs = [
    // Two instances.
    "defect:nested_inits": [
      "unsynchronized-lazy", "synchronized-lazy", "synchronized-redirect", "inherited-synchronized",
      "double-checked-lock", "double-checked-lock-acquire", "teardown-lazy", "lazy-property", "lazy-var", "arc-lazy",
    ],
    // One instance.
    "defect:nested_inits": ["compare-exchange", "atomic-lazy-reference"],
    "defect:reinits+nested_inits": ["unsynchronized-alloc", "synchronized-alloc"],
    "defect:half_built": ["double-checked-alloc", "exposed-global", "eager-load", "class-initialize"],
    // A once token.
    "trap": [
      "once-token", "once-token-alloc", "once-token-nested", "once-token-twice", "once-two-tokens", "once-strict",
      "constructor-unavailable", "retain-count-overridden", "inherited-once", "subclass-once-recursive",
      "per-class-once", "init-guarded", "weak-once",
    ],
    "trap": ["mutex", "serial-queue", "barrier-queue", "reader-writer-lock"],
    // The inner wait reaches the semaphore's limit.
    "trap": [
      "semaphore-guarded", "semaphore-guarded-inherited", "semaphore-immortal", "semaphore-destroyable", "weak",
      "weak-locked-read",
    ],
    "hang": ["spin-flag", "pthread-once"],
    ofStaticLet: ["static-let"],
  ]

  private static var ofStaticLet: String {
    #if canImport(Darwin)
      "trap"
    #else
      "hang"
    #endif
  }
}

/// What only a memory model weaker than that of x86-64 lets happen.
enum DeclaredOnWeakMemory {
  static let expected: [Place: Set<Expectation.WeakMemoryFinding>] = [
    Place("double-checked-lock", .firstAccess): [.race, .halfBuilt],
    Place("once-token-alloc", .mixedConstruction): [.race],
    Place("once-strict", .mixedConstruction): [.race],
    Place("eager-load", .mixedConstruction): [.race],
    Place("init-guarded", .subclass): [.race],
    Place("semaphore-guarded", .firstAccess): [.race, .halfBuilt],
    Place("semaphore-guarded", .mixedConstruction): [.race, .halfBuilt],
    Place("semaphore-immortal", .firstAccess): [.race, .halfBuilt],
    Place("semaphore-immortal", .mixedConstruction): [.race, .halfBuilt],
    Place("semaphore-destroyable", .firstAccess): [.race, .halfBuilt],
    Place("semaphore-destroyable", .mixedConstruction): [.race, .halfBuilt],
    Place("relaxed-double-checked-lock", .firstAccess): [.race, .halfBuilt],
  ]
}
