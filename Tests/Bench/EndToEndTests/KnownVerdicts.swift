import SingletonCore

/// What is known of each strategy, held by hand against its idea and the memory models: whether it is safe in each
/// scenario with two threads, and what a run and the checker must say if it is not.
///
/// `a or b` leaves two verdicts open. The defects of an unsafe one are the least that a run shows.
enum KnownVerdicts {
  /// Returns the alternatives for a row, or `nil` if the table does not have it.
  static func alternatives(_ strategy: String, _ scenario: String) -> [Verdict]? {
    rows["\(strategy) \(scenario)"]
  }

  static let rows: [String: [Verdict]] = {
    var rows: [String: [Verdict]] = [:]
    for line in table.replacing("\n    ", with: " ").split(separator: "\n") {
      let parts = line.split(separator: ": ", maxSplits: 1)
      for cell in parts[1].split(separator: ", ") {
        let words = cell.split(separator: " ").filter { $0 != "or" }
        rows["\(parts[0]) \(words[0])"] = words.dropFirst().map { Verdict(String($0))! }
      }
    }
    return rows
  }()

  private static let table = """
    unsynchronized-lazy: first-access unsafe:instances, mixed-construction unsafe:instances, reentrant
        unsafe:instances+nested_inits
    unsynchronized-alloc: first-access unsafe:instances+reinits, mixed-construction unsafe:instances+reinits,
        copy unsafe:instances+reinits, reentrant unsafe:reinits+nested_inits
    synchronized-lazy: first-access proved, mixed-construction unsafe:instances, reentrant
        unsafe:instances+nested_inits
    synchronized-alloc: first-access unsafe:reinits, mixed-construction unsafe:reinits, reentrant
        unsafe:reinits+nested_inits
    synchronized-redirect: first-access proved, mixed-construction unsafe:reinits, copy proved, reentrant
        unsafe:instances+nested_inits, over-release proved
    inherited-synchronized: first-access proved, mixed-construction unsafe:reinits, subclass unsafe:wrong_class,
        subclass-construction unsafe:reinits+wrong_class, reentrant unsafe:instances+nested_inits
    double-checked-lock: first-access refuted:half_built@arm, mixed-construction unsafe:instances, reentrant
        unsafe:instances+nested_inits
    double-checked-alloc: first-access unsafe:half_built, mixed-construction unsafe:reinits+half_built, copy
        unsafe:half_built, subclass unsafe:wrong_class, subclass-construction unsafe:reinits+wrong_class,
        reentrant unsafe:half_built
    double-checked-lock-acquire: first-access proved, mixed-construction unsafe:instances, reentrant
        unsafe:instances+nested_inits
    once-token: first-access proved, mixed-construction unsafe:instances, copy unsafe:instances, subclass
        unsafe:wrong_class, subclass-construction unsafe:instances, reentrant crashes, over-release unsafe:used_after_destroy,
        failing unsafe:nil_results
    once-token-alloc: first-access proved, mixed-construction unsafe:reinits, copy proved, subclass
        unsafe:wrong_class, subclass-construction unsafe:reinits+wrong_class, reentrant crashes, over-release unsafe:used_after_destroy
    once-token-nested: first-access crashes, mixed-construction crashes, reentrant crashes
    once-token-twice: first-access unsafe:reinits, mixed-construction unsafe:reinits, copy unsafe:reinits,
        reentrant crashes
    once-two-tokens: first-access proved, mixed-construction unsafe:reinits, copy proved, subclass
        unsafe:wrong_class, subclass-construction unsafe:reinits+wrong_class, reentrant crashes
    once-strict: first-access proved, mixed-construction refuted:race@sc, copy proved, subclass proved,
        subclass-construction unsafe:wrong_class, reentrant crashes
    constructor-unavailable: first-access proved, reentrant crashes
    eager-load: first-access proved, mixed-construction unsafe:reinits, copy proved, reentrant unsafe:half_built
    class-initialize: first-access proved, mixed-construction unsafe:reinits, copy proved, subclass
        unsafe:reinits+wrong_class, subclass-construction unsafe:reinits+wrong_class, reentrant unsafe:half_built
    retain-count-overridden: first-access proved, mixed-construction unsafe:reinits, copy proved, reentrant crashes,
        over-release proved
    inherited-once: first-access proved, mixed-construction unsafe:reinits, subclass unsafe:wrong_class,
        subclass-construction unsafe:reinits+wrong_class, reentrant crashes
    subclass-once-recursive: first-access proved, subclass crashes, subclass-construction crashes, reentrant
        crashes
    per-class-once: first-access proved, mixed-construction unsafe:reinits, subclass proved,
        subclass-construction unsafe:reinits, reentrant crashes, mutual-initialization crashes or deadlocks
    init-guarded: first-access proved, mixed-construction proved, subclass refuted:race@sc,
        subclass-construction refuted:race@sc, reentrant crashes, mutual-initialization crashes or deadlocks
    weak-once: first-access proved, mixed-construction proved, reacquire unsafe:nil_results, reconstruct
        unsafe:nil_results, reentrant crashes
    weak-once-early-read: first-access unsafe:nil_results, reacquire unsafe:nil_results, reentrant crashes
    semaphore-guarded: first-access refuted:half_built@arm, mixed-construction refuted:half_built@arm, copy
        refuted:half_built@arm, reentrant crashes
    semaphore-guarded-throwing: first-access refuted:half_built@arm, mixed-construction
        refuted:half_built@arm, reentrant unsafe:refused, failing unsafe:refused
    semaphore-guarded-unasserted: first-access refuted:half_built@arm, mixed-construction
        refuted:half_built@arm, reentrant unsafe:nil_results
    semaphore-guarded-per-class: first-access refuted:half_built@arm, mixed-construction
        refuted:half_built@arm, copy refuted:half_built@arm, subclass refuted:race@sc, subclass-construction
        refuted:race@sc, reentrant crashes, mutual-initialization crashes
    semaphore-guarded-inherited: first-access refuted:half_built@arm, subclass unsafe:half_built+wrong_class, subclass-construction
        unsafe:half_built+instances, reentrant crashes
    semaphore-immortal: first-access refuted:half_built@arm, mixed-construction refuted:half_built@arm, copy
        refuted:half_built@arm, reentrant crashes, over-release refuted:half_built@arm
    semaphore-destroyable: first-access refuted:half_built@arm, mixed-construction refuted:half_built@arm,
        copy refuted:half_built@arm, teardown unsafe:used_after_destroy+live_max, reconstruct unsafe:live_max,
        reentrant crashes
    weak: first-access proved-if-no-timeout, mixed-construction proved-if-no-timeout, copy proved-if-no-timeout,
        reacquire unsafe:nil_results+live_max, teardown unsafe:live_max, reconstruct unsafe:live_max, reentrant crashes
    weak-locked-read: first-access proved-if-no-timeout, mixed-construction proved-if-no-timeout, copy proved-if-no-timeout,
        reacquire unsafe:live_max, reconstruct proved-if-no-timeout, reentrant crashes
    teardown-lazy: first-access unsafe:instances, mixed-construction unsafe:instances, teardown unsafe:live_max,
        reconstruct unsafe:live_max, late-use unsafe:instances, reentrant unsafe:instances+nested_inits
    exposed-global: first-access unsafe:half_built, mixed-construction unsafe:reinits+half_built, copy
        unsafe:half_built, reentrant unsafe:half_built, external-write unsafe:instances
    lazy-property: first-access unsafe:instances, mixed-construction unsafe:instances, reentrant
        unsafe:instances+nested_inits
    scoped-owner: first-access proved, mixed-construction unsafe:instances, teardown proved, late-use proved
    static-let: first-access safe, reentrant deadlocks
    static-let-failable: first-access safe, failing unsafe:nil_results
    main-actor-static-let: first-access safe
    lazy-var: first-access unsafe:instances or crashes, reentrant unsafe:instances or crashes
    arc-lazy: first-access unsafe:instances or crashes, reentrant unsafe:instances or crashes
    arc-alloc: first-access unsafe:instances or crashes, mixed-construction unsafe:instances or crashes
    arc-teardown: first-access unsafe:instances or crashes, teardown unsafe or crashes
    arc-external-write: external-write unsafe:instances or crashes
    weak-unguarded: first-access unsafe or crashes, reacquire unsafe or crashes
    mutex: first-access proved, mixed-construction unsafe:instances, reentrant crashes, failing proved
    keyed-registry: first-access proved, subclass proved, mutual-initialization crashes
    weak-cache: first-access proved, subclass proved, reacquire unsafe:live_max, mutual-initialization crashes
    configured-variable: first-access proved, mixed-construction unsafe:instances, late-configuration
        unsafe:nil_results
    configured-once: first-access proved, mixed-construction proved, late-configuration unsafe:nil_results
    configured-mutex: first-access proved, mixed-construction unsafe:instances, late-configuration unsafe:nil_results
    atomic-lazy-reference: first-access proved, mixed-construction unsafe:instances, reentrant
        unsafe:nested_inits
    compare-exchange: first-access proved, mixed-construction unsafe:instances, reentrant unsafe:nested_inits
    spin-flag: first-access proved, mixed-construction unsafe:instances, reentrant deadlocks, failing deadlocks
    pthread-once: first-access proved, mixed-construction unsafe:instances, reentrant deadlocks
    serial-queue: first-access proved, mixed-construction unsafe:instances, reentrant crashes
    barrier-queue: first-access proved, mixed-construction unsafe:instances, reentrant crashes
    reader-writer-lock: first-access proved, mixed-construction unsafe:instances, reentrant crashes
    thread-local-witness: first-access proved, mixed-construction unsafe:instances, reentrant crashes
    relaxed-double-checked-lock: first-access refuted:half_built@rc11, mixed-construction unsafe:instances,
        reentrant unsafe:instances+nested_inits
    actor: first-access safe, failing safe, canceled safe
    global-actor: first-access safe, failing safe, canceled safe
    actor-awaiting: first-access unsafe:instances
    stored-task: first-access safe, failing unsafe:refused, canceled safe
    stored-task-retry: first-access safe, failing safe
    stored-task-canceling: first-access safe, canceled unsafe:refused
    task-local: first-access safe, mixed-construction unsafe:instances
    """
}
