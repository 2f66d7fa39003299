package import SingletonStrategyKit

/// Names that programmers use for singletons, locks and accessors, and that no strategy has, each with the reason.
extension Idiom {
  package static let standard = accessors + locks + isolation + oneInstance + otherLanguages

  private static let accessors = [
    Idiom(
      "sharedInstance", "getInstance", "shared", "default", "class var", "instancetype", "singleton",
      remark: "The accessor's name and type do not say how the instance is built. Any strategy can be behind them.",
      nearest: ["static-let", "once-token", "mutex", "unsynchronized-lazy"]),
    Idiom(
      "global let", "global constant",
      remark: "It is built as a static let is, at its first access; in main.swift, when its line runs.",
      nearest: ["static-let"]),
    Idiom(
      "static var", "static var shared", "global var", "global variable",
      remark: "The initial value is built once, as that of a static let. Code that stores another one races with those"
        + " who read.",
      nearest: ["static-let", "exposed-global", "arc-external-write"]),
    Idiom(
      "copyWithZone", "mutableCopyWithZone", "NSCopying",
      remark: "The scenario copy tries whether a copy is a second instance.",
      nearest: ["once-token", "once-token-alloc", "synchronized-redirect"]),
    Idiom(
      "singleton macro", "AL_SYNTHESIZE_SINGLETON",
      remark: "A macro writes a strategy's code into a class; 'explain macro' shows the versions of one.",
      nearest: ["semaphore-guarded", "init-guarded", "once-token-alloc"]),
    Idiom(
      "method swizzling", "swizzling",
      remark: "No strategy replaces an initializer at run time; one guards it in its source.", nearest: ["init-guarded"]
    ),
  ]

  private static let locks = [
    Idiom(
      "GCD", "Grand Central Dispatch",
      remark: "It has a once token, queues and semaphores, and each of them guards an accessor in a different way.",
      nearest: ["once-token", "serial-queue", "barrier-queue", "semaphore-guarded"]),
    Idiom(
      "NSLock", "NSCondition", "pthread_mutex", "pthread_mutex_t", "pthread_mutex_lock",
      remark: "A lock around the accessor, as in mutex. They differ if the initializer asks again: a Mutex ends the"
        + " process, these locks wait forever.",
      nearest: ["mutex", "synchronized-lazy"]),
    Idiom(
      "spin lock", "OSSpinLock",
      remark: "No strategy holds a spin lock; in one, callers spin while another thread builds.", nearest: ["spin-flag"]
    ),
    Idiom(
      "Atomic", "atomic property", "ManagedAtomic", "UnsafeAtomic",
      remark: "Each read and each store of an atomic variable is whole. What matters is what the accessor does between"
        + " them.",
      nearest: ["compare-exchange", "spin-flag", "double-checked-lock-acquire", "unsynchronized-lazy"]),
    Idiom(
      "memory barrier", "OSMemoryBarrier", "atomic_thread_fence", "volatile",
      remark:
        "No strategy has a fence. An acquire load and a release store are enough; Java's volatile is stronger, and"
        + " the volatile of C orders nothing.",
      nearest: ["double-checked-lock-acquire", "double-checked-lock"]),
  ]

  private static let isolation = [
    Idiom(
      "nonisolated(unsafe)", "@unchecked Sendable", "Sendable",
      remark: "These words tell the compiler something, and synchronize nothing: the accessor is as safe as its"
        + " mechanism.",
      nearest: ["static-let", "mutex", "unsynchronized-lazy", "configured-variable"]),
    Idiom(
      "Task", "async let", "TaskGroup",
      remark: "A task is a caller, or it builds and is kept. A task that is kept and has failed stays failed.",
      nearest: ["actor", "actor-awaiting", "stored-task", "stored-task-retry"]),
    Idiom(
      "thread local", "thread-local storage", "threadDictionary", "pthread_getspecific",
      remark:
        "An instance for each thread is not a singleton. In thread-local-witness, a flag for each thread says only"
        + " that this thread has seen the instance.",
      nearest: ["thread-local-witness"]),
  ]

  private static let oneInstance = [
    Idiom(
      "service registry",
      remark: "It hands out other instances, and is a singleton itself, built by one of the strategies.",
      nearest: ["keyed-registry", "static-let", "scoped-owner"]),
    Idiom(
      "monostate", "Borg",
      remark: "All instances share static state, so their number does not matter, and no strategy has it."),
    Idiom(
      "ARC", "automatic reference counting",
      remark: "It decides when an instance ends, not how its accessor is guarded. The strategies whose names begin with"
        + " arc have real references, which races can damage.",
      nearest: ["arc-lazy", "arc-teardown", "weak-unguarded"]),
  ]

  private static let otherLanguages = [
    Idiom(
      "Meyers singleton", "function-local static", "magic static", "holder idiom", "initialization-on-demand holder",
      "enum singleton",
      remark: "The compiler of C++ or the class loader of Java does what Swift's runtime does for a static let.",
      nearest: ["static-let", "class-initialize"]),
    Idiom(
      "call_once", "std::call_once", "once_flag", "OnceLock", "sync.Once",
      remark: "What C++, Rust and Go call a once token. They differ if the initializer asks again.",
      nearest: ["once-token", "pthread-once"]),
  ]
}
