extension Exhibit {
  /// The museum.
  public static let all = [
    Exhibit(
      "lazy-property", from: "livekit/client-sdk-swift#749", .unguarded,
      "Callers of async methods ask a `lazy var` at the same time, and what one registers with its manager, the other's does not know.",
      defect: .threads(LazyRoom.self), control: .threads(GuardedRoom.self)),
    Exhibit(
      "lazy-wrapper", from: "guillermomuntaner/Burritos#18", .unguarded,
      "A property wrapper builds at the first look, without a lock.",
      defect: .threads(LazyScreen.self), control: .threads(GuardedScreen.self)),
    Exhibit(
      "unguarded-static", from: "tryVital/vital-ios#43", .unguarded,
      "`shared` looks at a static variable and sets it, without a lock.",
      defect: .process(UnguardedClient.self), control: .process(GuardedClient.self)),
    Exhibit(
      "unguarded-dictionary", from: "nextcloud/talk-ios#2523", .unguarded,
      "Sessions are kept in a dictionary that threads read and write without a lock.",
      defect: .threads(UnguardedSessions.self), control: .threads(GuardedSessions.self)),
    Exhibit(
      "value-becomes-publisher", from: "OpenCombine 0.14.0, Published.swift:177", .unguarded,
      "The first reader of a property replaces its value by a publisher of it, without a lock.",
      defect: .threads(PublishedValue.self), control: .threads(GuardedPublishedValue.self)),
    Exhibit(
      "publisher-installed", from: "OpenCombine 0.14.0, ObservableObject.swift:55", .unguarded,
      "The first subscriber installs a publisher in each property of a model, without a lock.",
      defect: .threads(ObservedModel.self), control: .threads(GuardedModel.self)),
    Exhibit(
      "double-checked", from: "vapor/vapor#2576", .unguarded,
      "A dictionary is looked at before the lock is taken, and again under it.",
      defect: .threads(DoubleCheckedClient.self), control: .threads(CheckedClient.self)),
    Exhibit(
      "missing-barrier", from: "Tealium/tealium-swift#112", .unguarded,
      "A concurrent queue stands for a lock, and the block that writes is not a barrier.",
      defect: .threads(QueueWithoutBarrier.self), control: .threads(QueueWithBarrier.self)),
    Exhibit(
      "lazy-lock", from: "freshOS/Then#45", .ownLock,
      "The lock itself is a `lazy var`.",
      defect: .threads(LazilyLocked.self), control: .threads(EagerlyLocked.self)),
    Exhibit(
      "lock-not-kept", from: "hmlongco/Factory#385", .ownLock,
      "Each key has a lock, which the dictionary of locks gives as a default value and does not keep.",
      defect: .threads(UnkeptLocks.self), control: .threads(KeptLocks.self)),
    Exhibit(
      "queue-of-its-own", from: "customerio/customerio-ios#971", .ownLock,
      "The getter makes the queue on which it looks.",
      defect: .threads(QueuePerCall.self), control: .threads(QueuePerOwner.self)),
    Exhibit(
      "two-sections", from: "hmlongco/Factory#365", .split,
      "A cache is looked at under a lock, and stored to under it, and the lock is free in between.",
      defect: .threads(TwoSections.self), control: .threads(OneSection.self)),
    Exhibit(
      "atomic-wrapper", from: "apple/containerization#208", .split,
      "A property wrapper locks each get and each set, and an update is one of each.",
      defect: .threads(AtomicState.self), control: .threads(LockedState.self)),
    Exhibit(
      "built-on-a-queue", from: "async-http-client 1.37.0, SSLContextCache.swift:31-68", .split,
      "A cache is looked at, the context is built on a queue and awaited, and stored later.",
      defect: .tasks(ContextCache.self), control: .tasks(GuardedContextCache.self)),
    Exhibit(
      "flag-first", from: "hmlongco/Resolver#98", .early,
      "The flag that says that a service is resolved is set before it is.",
      defect: .threads(FlagFirst.self), control: .threads(FlagGuarded.self)),
    Exhibit(
      "read-that-writes", from: "Yams 6.2.2, Tag.swift:55-63", .race,
      "The getter of a tag replaces its implicit name by the resolved one; all readers write the same.",
      defect: .threads(ResolvingTag.self), control: .threads(GuardedTag.self)),
    Exhibit(
      "await-between", from: "rive-app/rive-docs#773", .awaiting,
      "An actor looks, awaits the worker that it makes, and stores it.",
      defect: .tasks(WorkerProvider.self), control: .tasks(WorkerKeeper.self)),
    Exhibit(
      "failed-task-kept", from: "vapor/vapor#3483", .kept,
      "An actor keeps the task of a download that failed, and gives its error to all who ask later.",
      defect: .tasks(FailureKeeper.self), control: .tasks(FailureForgetter.self)),
    Exhibit(
      "cycle", from: "permissionlesstech/bitchat#1343", .cycle,
      "The initializer of one `static let` asks another, whose initializer asks the first.",
      defect: .process(RelayManager.self), control: .process(RelayManagerWithoutCycle.self)),
    Exhibit(
      "main-queue-in-static-let", from: "pointfreeco/swift-dependencies#219", .cycle,
      "The initializer of a `static let` waits for the main queue, on which a block waits for the `static let`.",
      defect: .process(WaitsForQueue.self), control: .process(AsksQueueLater.self)),
    Exhibit(
      "unowned-parent", from: "OpenCombine 0.14.0, Publishers.Zip.swift:671", .lifetime,
      "Nothing keeps the parent that a child refers to as `unowned`.",
      defect: .threads(UnownedParent.self), control: .threads(OwnedParent.self)),
  ]
}
