import Outcomes

/// Where a card says more than the tables do, and why.
enum Deviation {
  /// In place of what the tables say.
  static let expected: [Place: String] = Dictionary(uniqueKeysWithValues: ofReentry).merging(ofOthers) { $1 }

  /// The second instance comes from the inner access, so it is shown too.
  private static let ofReentry =
    [
      "unsynchronized-lazy", "synchronized-lazy", "synchronized-redirect", "inherited-synchronized",
      "double-checked-lock", "double-checked-lock-acquire", "teardown-lazy", "lazy-property",
      // As double-checked-lock-acquire, of which it is a variant.
      "relaxed-double-checked-lock",
    ].map { (Place($0, .reentrant), "defect:instances+nested_inits") }

  private static let ofOthers: [Place: String] = [
    // One thread alone, too: it asks, then copies, and the copy initialises what it got.
    Place("unsynchronized-alloc", .copy): "defect:instances+reinits;may:reinits",
    // The child's lock is another one: what is stored too early is seen, and initialised by whoever sees it.
    Place("double-checked-alloc", .subclass): "defect:instances+wrong_class;may:reinits,half_built",
    Place("exposed-global", .externalWrite):
      "defect:instances;may:half_built,nil_results,used_after_destroy,live_max",
    // As unsynchronized-lazy, which it is until it is torn down.
    Place("teardown-lazy", .firstAccess): "defect:instances;may:nil_results",
    // What may crash may also be caught before it does.
    Place("lazy-var", .firstAccess): "defect:instances;may:used_after_destroy,crash",
    Place("arc-lazy", .firstAccess): "defect:instances;may:used_after_destroy,crash",
    Place("lazy-var", .reentrant): "defect:instances+nested_inits;may:used_after_destroy,crash",
    Place("arc-lazy", .reentrant): "defect:instances+nested_inits;may:used_after_destroy,crash",
    Place("arc-teardown", .teardown): "defect:live_max|crash;may:instances,nil_results,used_after_destroy",
    // The outer accesses race as they do in first-access.
    Place("unsynchronized-alloc", .reentrant): "defect:reinits+nested_inits;may:instances",
    // Thread 0 lets go before it tears down, so the last holder may drop between the test and the load here too.
    Place("weak", .teardown): "defect:live_max;may:nil_results,used_after_destroy",
    // Its slow path is the mutex's.
    Place("thread-local-witness", .reentrant): "trap",
  ]

  /// The same accesses as in the row that the tables name.
  static let onWeakMemory: [Place: Set<Expectation.WeakMemoryFinding>] = [
    Place("double-checked-lock", .mixedConstruction): [.race, .halfBuilt],
    Place("double-checked-lock", .reentrant): [.race, .halfBuilt],
    Place("relaxed-double-checked-lock", .mixedConstruction): [.race, .halfBuilt],
    Place("relaxed-double-checked-lock", .reentrant): [.race, .halfBuilt],
    Place("semaphore-immortal", .overRelease): [.race, .halfBuilt],
    Place("semaphore-destroyable", .teardown): [.race, .halfBuilt],
    Place("retain-count-overridden", .mixedConstruction): [.race],
  ]
}
