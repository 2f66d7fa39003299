import SingletonCore
import SingletonStrategies
import SingletonStrategyKit
import SingletonTextFormats

/// The comparison of each native strategy's later access with the same algorithm, handwritten in C.
enum CReferenceForms {
  /// For each strategy, the form in C that does the same as its accessor once the instance exists.
  ///
  /// Strategies without a form use features of Swift (`static let`, `lazy var`, references, actors, the lazy
  /// reference), initialize on every access, or trap.
  private static let forms: KeyValuePairs<String, String> = [
    "unsynchronized-lazy": "plain", "synchronized-lazy": "recursive", "synchronized-redirect": "recursive",
    "inherited-synchronized": "recursive", "double-checked-lock": "double_checked_plain",
    "double-checked-alloc": "double_checked_plain_read_again", "double-checked-lock-acquire": "double_checked_acquire",
    "once-token": "once", "once-token-alloc": "once", "once-token-twice": "once", "once-two-tokens": "once",
    "once-strict": "once", "constructor-unavailable": "once", "eager-load": "plain_once",
    "class-initialize": "class_flag", "retain-count-overridden": "once", "inherited-once": "once",
    "subclass-once-recursive": "once", "per-class-once": "once", "init-guarded": "once",
    "weak-once": "weak_after_once", "semaphore-guarded": "semaphore", "semaphore-guarded-inherited": "semaphore",
    "semaphore-immortal": "semaphore", "semaphore-destroyable": "semaphore", "weak": "weak",
    "weak-locked-read": "weak_under_semaphore", "teardown-lazy": "plain",
    "exposed-global": "double_checked_plain_read_again", "lazy-property": "property", "scoped-owner": "scope",
    "mutex": "mutex", "compare-exchange": "double_checked_acquire", "spin-flag": "spin_flag",
    "pthread-once": "posix_once", "serial-queue": "serial_queue", "barrier-queue": "concurrent_queue",
    "reader-writer-lock": "readers_and_writer", "thread-local-witness": "witness",
    "relaxed-double-checked-lock": "double_checked_relaxed",
  ]

  static func show() {
    for threads in [1, min(2, BenchThreads.cores)] { show(threads: threads) }
  }

  private static func show(threads: Int) {
    var table = Table(figures: ["strategy", "form in C", "ours, ns", "C, ns", "difference", "ratio", ""])
    var off = 0
    for (id, form) in forms {
      let workload = Catalog.standard.entry(id)!.raced(as: .harness)!.workload(.firstAccess)
      let result = PairedBenchmark(workload, against: form, threads: threads).run()
      let difference = result.ours - result.theirs
      let isWithin = difference <= max(0.1, 0.1 * result.theirs)
      off += isWithin ? 0 : 1
      table.append([
        id, form, result.ours.rounded(to: 3), result.theirs.rounded(to: 3), difference.rounded(to: 3),
        result.ratio.rounded(to: 2), isWithin ? "" : "off",
      ])
    }
    table.show(
      "Later accesses, \(threads) at once, against C: medians of alternating batches; \(off) of \(forms.count) are slower"
        + " by more than 10 % and 0.1 ns")
  }
}
