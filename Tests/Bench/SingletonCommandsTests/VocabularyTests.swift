import CommandTestSupport
import SingletonStrategies
import SingletonStrategyKit
import Testing

@testable import SingletonCommands

/// What people type, and what `explain` and `list` find.
@Suite struct `Names of strategies and idioms` {
  private static let infos = Catalog.standard.entries.map(\.info)
  private static let vocabulary = Vocabulary(.standard)

  /// Phrases that name strategies, with their ids.
  private static let names: [(phrase: String, ids: String)] = [
    ("Mutex", "mutex"), ("Mutex<Keychain?>(nil)", "mutex"), ("Synchronization.Mutex", "mutex"),
    ("os_unfair_lock", "mutex"), ("OSAllocatedUnfairLock", "mutex"),
    ("static let", "static-let"), ("static let shared", "static-let"), ("swift_once", "static-let"),
    ("onceToken", "once-token"),
    ("lazy var", "lazy-var"), ("lazy loading", "lazy-property"), ("if instance == nil", "unsynchronized-lazy"),
    ("dispatch_once", "once-token"), ("dispatch_once()", "once-token"), ("Dispatch Once", "once-token"),
    ("dispatch_once(&token, ^{ })", "once-token"), ("pthread_once", "pthread-once"),
    ("@synchronized", "synchronized-lazy synchronized-alloc synchronized-redirect inherited-synchronized"),
    ("@synchronized(self)", "synchronized-lazy synchronized-alloc synchronized-redirect inherited-synchronized"),
    ("Synchronized", "synchronized-lazy synchronized-alloc synchronized-redirect inherited-synchronized"),
    ("objc_sync_enter", "synchronized-lazy synchronized-alloc synchronized-redirect inherited-synchronized"),
    ("NSRecursiveLock", "synchronized-lazy"), ("recursive lock", "synchronized-lazy"),
    (
      "allocWithZone:",
      "unsynchronized-alloc synchronized-alloc synchronized-redirect double-checked-alloc once-token-alloc"
        + " once-token-nested once-token-twice once-two-tokens"
    ),
    ("+load", "eager-load"), ("load", "eager-load"), ("+initialize", "class-initialize"),
    ("DispatchQueue.sync", "serial-queue"), ("dispatch_sync", "serial-queue"), ("serial queue", "serial-queue"),
    ("barrier", "barrier-queue"), ("DispatchSemaphore", "semaphore-guarded"),
    ("DispatchSemaphore(value: 1)", "semaphore-guarded"), ("dispatch_semaphore_wait", "semaphore-guarded"),
    (
      "double checked locking",
      "double-checked-lock double-checked-alloc double-checked-lock-acquire relaxed-double-checked-lock"
    ),
    ("DCL", "double-checked-lock double-checked-alloc double-checked-lock-acquire relaxed-double-checked-lock"),
    ("weak var", "weak-once weak-once-early-read weak weak-locked-read weak-unguarded weak-cache"), ("__weak", "weak"),
    ("Actor", "actor"), ("actor reentrancy", "actor-awaiting"), ("AtomicLazyReference", "atomic-lazy-reference"),
    ("compareExchange", "compare-exchange"), ("CAS", "compare-exchange"), ("pthread_rwlock", "reader-writer-lock"),
    ("dependency injection", "scoped-owner"), ("service locator", "keyed-registry"), ("multiton", "keyed-registry"),
    ("configure", "configured-variable"), ("configure once", "configured-once"),
    ("@MainActor", "main-actor-static-let"), ("main actor", "main-actor-static-let"),
    ("@globalActor", "global-actor"), ("isolation", "main-actor-static-let actor global-actor"),
    ("@TaskLocal", "task-local"), ("NSMapTable", "weak-cache"), ("flyweight", "weak-cache"),
    ("withTaskCancellationHandler", "stored-task-canceling"), ("failable initializer", "static-let-failable"),
    ("NS_UNAVAILABLE", "constructor-unavailable"),
    ("unavailable", "constructor-unavailable"),
    ("private init()", "constructor-unavailable"), ("eager", "eager-load"), ("eager initialization", "eager-load"),
    ("extern", "exposed-global"), ("retainCount", "retain-count-overridden"), ("tearDown", "teardown-lazy"),
  ]

  @Test(arguments: names.indices) func `a strategy is found by what it is called elsewhere`(index: Int) throws {
    let (phrase, ids) = Self.names[index]
    #expect(Self.strategies(called: phrase) == ids, "\(phrase)")
  }

  /// Returns the ids of the strategies that a phrase leads to, or `nil` if nothing is called so.
  private static func strategies(called phrase: String) -> String? {
    switch vocabulary.meaning(of: phrase) {
    case .strategy(let entry): entry.info.id
    case .topics(let topics): topics.last?.facts.map(\.term).joined(separator: " ")
    case nil: nil
    }
  }

  /// Phrases that name no strategy, with the nearest one.
  private static let idioms: [(phrase: String, nearest: String)] = [
    ("nonisolated(unsafe)", "static-let"),
    ("@unchecked Sendable", "static-let"), ("getInstance", "static-let"), ("GCD", "once-token"), ("ARC", "arc-lazy"),
    ("singleton macro", "semaphore-guarded"), ("sharedInstance", "static-let"), ("shared", "static-let"),
    ("instancetype", "static-let"), ("global let", "static-let"), ("static var shared", "static-let"),
    ("NSLock", "mutex"), ("NSLock()", "mutex"), ("NSCondition", "mutex"), ("pthread_mutex", "mutex"),
    ("spin lock", "spin-flag"), ("ManagedAtomic<Int>", "compare-exchange"), ("copyWithZone:", "once-token"),
    ("Task", "actor"), ("Task { }", "actor"),
    ("thread local", "thread-local-witness"), ("Meyers singleton", "static-let"),
    ("enum singleton", "static-let"), ("holder idiom", "static-let"), ("call_once", "once-token"),
    ("std::call_once", "once-token"), ("volatile", "double-checked-lock-acquire"), ("swizzling", "init-guarded"),
  ]

  @Test(arguments: idioms.indices) func `a form that is not a strategy has a reason and a nearest strategy`(index: Int)
  {
    let (phrase, nearest) = Self.idioms[index]
    let result = invoke(["explain", phrase], catalog: .standard)
    guard !Self.infos.contains(where: { Phrase($0.id) == Phrase(phrase) }) else { return }
    #expect(result.code == .passed && result.output.contains(": a form that is not a strategy\n\n  "), "\(phrase)")
    #expect(result.output.contains("\n  nearest\n    \(nearest)"), "\(phrase): \(result.output)")
  }

  @Test func `no other name of a strategy is an id, and none occurs twice`() {
    let ids = Set(Self.infos.map { Phrase($0.id) })
    #expect(ids.count == Self.infos.count)
    for info in Self.infos {
      let names = info.alsoKnownAs.map(Phrase.init)
      #expect(
        Set(names).count == names.count && ids.isDisjoint(with: names) && !names.contains(where: \.isEmpty),
        "\(info.id)")
    }
  }

  /// A name of several strategies leads to a list of them, so each one is on purpose.
  @Test func `the names that several strategies share are these`() {
    let names = Dictionary(grouping: Self.infos.flatMap(\.alsoKnownAs), by: Phrase.init)
    let shared = names.values.filter { $0.count > 1 }.map { $0[0] }
    #expect(
      Set(shared) == [
        "@synchronized", "objc_sync_enter", "allocWithZone", "double-checked locking", "double check", "DCL", "DCLP",
        "weak var", "isolation",
      ])
  }

  @Test func `an idiom's names are no strategy's, and no other idiom's, and what is nearest exists`() {
    let strategies = Set(Self.infos.flatMap(\.alsoKnownAs).map(Phrase.init))
    let names = Catalog.standard.idioms.flatMap(\.names).map(Phrase.init)
    #expect(Set(names).count == names.count && strategies.isDisjoint(with: names))
    for id in Catalog.standard.idioms.flatMap(\.nearest) { #expect(Catalog.standard.ids.contains(id)) }
  }

  /// Such a name is explained with both meanings.
  @Test func `the other names that are also words of the program are these`() {
    let idioms = Set(Catalog.standard.idioms.map { $0.names[0] })
    let words = Self.vocabulary.topics.filter { !idioms.contains($0.names[0]) }.flatMap(\.names).map(Phrase.init)
    let names = Self.infos.flatMap(\.alsoKnownAs) + Catalog.standard.idioms.flatMap(\.names)
    #expect(names.filter { words.contains(Phrase($0)) } == ["eager", "tear down"])
  }

  @Test func `a name of several words needs no quotes`() {
    let quoted = invoke(["explain", "double checked locking"], catalog: .standard)
    #expect(quoted.code == .passed)
    #expect(invoke(["explain", "double", "checked", "locking"], catalog: .standard).output == quoted.output)
    #expect(quoted.output.contains("explain double-checked-lock\n"))
  }

  @Test func `an explanation names what the strategy is also known as`() {
    let text = invoke(["explain", "once-token"], catalog: .standard).output
    #expect(text.contains("\n  Also known as      dispatch_once, dispatch_once_t\n"))
    let page = invoke(["explain", "dispatch_once", "--format", "markdown"], catalog: .standard).output
    #expect(page.hasPrefix("# once-token\n") && page.contains("\n**Also known as.** `dispatch_once`, "))
  }

  @Test func `explain idioms has every name with its strategies`() {
    let text = invoke(["explain", "idioms"], catalog: .standard).output
    #expect(text.contains("\n  dispatch_once                   once-token\n"))
    for name in Self.infos.flatMap(\.alsoKnownAs) { #expect(text.contains("\n  \(name)"), "\(name)") }
    for idiom in Catalog.standard.idioms { #expect(text.contains("\n  \(idiom.names[0])\n")) }
  }

  @Test func `an unknown name gives exit code 64, and near names, each once`() {
    let result = invoke(["explain", "@synchronised"], catalog: .standard)
    #expect(result.code == .usage && result.messages.contains("\n  nearest:  @synchronized"))
    let twice = invoke(["explain", "nk"], catalog: .standard).messages
    let near = twice.split(separator: "\n").first { $0.contains("nearest:") }?.dropFirst(12).split(separator: ",") ?? []
    #expect(!near.isEmpty && Set(near).count == near.count, "\(twice)")
    #expect(invoke(["explain", "checked lock"], catalog: .standard).messages.contains(" list checked lock\n"))
    #expect(invoke(["explain", "?!"], catalog: .standard).code == .usage)
  }

  @Test(arguments: [
    ("dispatch_once", "once-token"), ("NSLock", "NSLock"), ("@synchronized", "synchronized-redirect"),
    ("semaphore", "semaphore-immortal"), ("checked lock", "relaxed-double-checked-lock"), ("re-ent", "reentrant"),
  ]) func `list with a word has what the word names, and nothing else`(word: String, id: String) {
    let (all, some) = (
      invoke(["list"], catalog: .standard).output, invoke(["list", word], catalog: .standard).output
    )
    #expect(some.contains("\n  \(id)") && !some.contains("\n  static-let ") && some.count < all.count / 2)
    #expect(!some.contains("\n  unsynchronized"))
  }

  @Test func `list with a word that nothing has gives exit code 4, and near names`() {
    let result = invoke(["list", "semafore"], catalog: .standard)
    #expect(result.code == .incomplete && result.output.isEmpty && result.messages.contains("nearest:  semaphore"))
  }

  @Test func `list with a word as JSON has the same strategies`() {
    let text = invoke(["list", "dispatch_once", "--format", "json"], catalog: .standard).output
    #expect(text.contains("\"id\": \"once-token\"") && !text.contains("static-let"))
    #expect(text.contains("\"dispatch_once\""))
  }

  @Test func `everything that a shell completes is explained`() {
    for word in Self.vocabulary.completions { #expect(Self.strategies(called: word) != nil, "\(word)") }
    let offered = ["dispatch_once", "double-checked-locking", "load", "static-let-shared", "MainActor", "synchronized"]
    for word in offered {
      #expect(Self.vocabulary.completions.contains(word), "\(word)")
    }
  }
}
