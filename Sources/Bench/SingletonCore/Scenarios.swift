extension Scenario: CaseIterable {
  /// Every scenario, in the order of reports.
  public static let allCases: [Scenario] = [
    .firstAccess, .mixedConstruction, .copy, .subclass, .subclassConstruction, .reacquire, .teardown, .reconstruct,
    .lateUse, .reentrant, .mutualInitialization, .overRelease, .externalWrite,
    .failing, .canceled, .lateConfiguration,
  ]

  public static let firstAccess = Scenario(
    id: "first-access", usage: .accessing, summary: "each thread asks the accessor once",
    phases: { _ in [[.all: [.access(.accessor)]]] })

  public static let mixedConstruction = Scenario(
    id: "mixed-construction", usage: .constructing, promise: .oneInstanceOrRefusal,
    summary: "even threads ask the accessor; odd threads construct, not knowing that the class is a singleton",
    phases: { _ in [[.even: [.access(.accessor)], .odd: [.access(.construction)]]] })

  public static let copy = Scenario(
    id: "copy", usage: .copying, summary: "each thread asks the accessor, then copies what it got",
    phases: { _ in [[.all: [.access(.accessor), .access(.copy), .access(.mutableCopy)]]] })

  public static let subclass = Scenario(
    id: "subclass", usage: .subclassing, promise: .oneInstancePerClass, headStart: .odd,
    summary: "even threads ask the parent's accessor, odd ones the child's; in half of the trials, the child's first",
    phases: { _ in [[.even: [.access(.accessor)], .odd: [.access(.childAccessor)]]] })

  public static let subclassConstruction = Scenario(
    id: "subclass-construction", usage: .subclassing, promise: .oneInstancePerClass, headStart: .odd,
    summary: "even threads ask the parent; odd ones construct the child twice; in half of the trials, the child first",
    phases: { _ in [[.even: [.access(.accessor)], .odd: again(2, [.access(.childConstruction)])]] })

  public static let reacquire = Scenario(
    id: "reacquire", usage: .reacquiring, promise: .oneAlive, summary: "four times, each thread asks, uses and drops"
  ) { rounds in
    [[.all: again(rounds, [hold, .use, .release])]]
  }

  // The interfering thread first releases its instance, because its own reference would keep the instance alive.
  public static let teardown = Scenario(
    id: "teardown", usage: .ending, promise: .oneAlive,
    summary: "each thread asks four times and keeps what it gets; one asks, lets go, tears down, and asks again"
  ) { rounds in
    [[.others: again(rounds, [hold]), .interfering: [hold, .release, .tearDown, hold]]] + ends
  }

  public static let reconstruct = Scenario(
    id: "reconstruct", usage: .ending, promise: .oneAlive,
    summary: "one thread asks and drops; then it tears down and constructs, while the other threads construct",
    phases: { _ in
      [
        [.interfering: [hold, .release]],
        [.others: [holdConstruction], .interfering: [.tearDown, holdConstruction]],
      ]
    })

  public static let lateUse = Scenario(
    id: "late-use", usage: .ending,
    summary: "one thread tears down and stops; threads that got their work earlier ask afterward",
    phases: { _ in
      [[.all: [hold]], [.interfering: [.tearDown]], [.others: [.access(.lateAccessor, holding: true)]]] + ends
    })

  public static let reentrant = Scenario(
    id: "reentrant", usage: .reentering, initializerCall: .sameClass,
    summary: "each thread asks the accessor, and so does the initializer, once",
    phases: { _ in [[.all: [.access(.accessor)]]] })

  public static let mutualInitialization = Scenario(
    id: "mutual-initialization", usage: .reentering, promise: .oneInstancePerClass, initializerCall: .otherClass,
    summary: "even threads ask one class, odd ones another; the initializer of each asks the other's accessor",
    phases: { _ in [[.even: [.access(.accessor)], .odd: [.access(.childAccessor)]]] })

  public static let overRelease = Scenario(
    id: "over-release", usage: .ending,
    summary: "each thread asks; one releases once too often; all drop; all ask again",
    phases: { _ in [[.all: [hold]], [.all: [.recall(0), .release], .interfering: [.release]], [.all: [hold]]] })

  public static let externalWrite = Scenario(
    id: "external-write", usage: .ending,
    summary: "each thread asks four times; one overwrites the exposed variable with nil"
  ) { rounds in
    let half = again(rounds / 2, [hold])
    return [[.others: half + half, .interfering: half + [.overwrite] + half]]
  }

  public static let failing = Scenario(
    id: "failing", usage: .failing, promise: .oneInstanceAfterFailure,
    summary: "one thread asks, and the initializer throws; after that, each thread asks",
    phases: { _ in [[.interfering: [.access(.failingAccessor(.error))]], [.all: [.access(.accessor)]]] })

  public static let canceled = Scenario(
    id: "canceled", usage: .failing, promise: .oneInstanceAfterFailure,
    summary: "one task asks, and is canceled while the initializer runs; after that, each thread asks",
    phases: { _ in [[.interfering: [.access(.failingAccessor(.cancellation))]], [.all: [.access(.accessor)]]] })

  public static let lateConfiguration = Scenario(
    id: "late-configuration", usage: .constructing, isUnprepared: true,
    summary: "nothing is configured at the start; one thread configures while the others ask",
    phases: { _ in [[.interfering: [.access(.construction)], .others: [.access(.accessor)]]] })

  private static let hold = Action.access(.accessor, holding: true)
  private static let holdConstruction = Action.access(.construction, holding: true)
  /// The last two phases of a trial with owners: all callers leave, and then no instance may be alive.
  private static let ends: [Phase] = [[.all: [.leave]], [.all: [.expectEnds]]]

  private static func again(_ rounds: Int, _ actions: [Action]) -> [Action] {
    (0..<rounds).flatMap { _ in actions }
  }
}
