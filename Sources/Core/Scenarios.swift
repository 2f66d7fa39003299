extension Scenario: CaseIterable {
  /// Every scenario, in the order of reports.
  public static let allCases: [Scenario] = [
    .firstAccess, .mixedConstruction, .copy, .subclass, .reacquire, .teardown, .lateUse, .reentrant, .overRelease,
    .externalWrite,
  ]

  public static let firstAccess = Scenario(
    id: "first-access",
    summary: "each thread asks the accessor once",
    usage: .accessing
  ) { _ in
    [[.all: [.access(.accessor)]]]
  }

  public static let mixedConstruction = Scenario(
    id: "mixed-construction",
    summary: "even threads ask the accessor; odd threads construct, not knowing that it is a singleton",
    usage: .constructing
  ) { _ in
    [[.even: [.access(.accessor)], .odd: [.access(.construction)]]]
  }

  public static let copy = Scenario(
    id: "copy",
    summary: "each thread asks the accessor, then copies what it got",
    usage: .copying
  ) { _ in
    [[.all: [.access(.accessor), .access(.copy), .access(.mutableCopy)]]]
  }

  public static let subclass = Scenario(
    id: "subclass",
    summary: "even threads ask the parent's accessor, odd ones the child's; in half of the trials children first",
    usage: .subclassing,
    promise: .oneInstancePerClass, headStart: .odd
  ) { _ in
    [[.even: [.access(.accessor)], .odd: [.access(.childAccessor)]]]
  }

  public static let reacquire = Scenario(
    id: "reacquire",
    summary: "four times: each thread asks, uses and drops",
    usage: .ending,
    promise: .oneAlive
  ) { rounds in
    [[.all: again(rounds, [hold, .use, .release])]]
  }

  // The interfering thread first releases its instance, because its own reference would keep the instance alive.
  public static let teardown = Scenario(
    id: "teardown",
    summary: "each thread asks four times and holds; one asks, lets go, tears down, asks again",
    usage: .ending,
    promise: .oneAlive
  ) { rounds in
    [[.others: again(rounds, [hold]), .interfering: [hold, .release, .tearDown, hold]]]
  }

  public static let lateUse = Scenario(
    id: "late-use",
    summary: "one thread tears down and stops; those that were given their work before ask afterwards",
    usage: .ending
  ) { _ in
    [[.all: [hold]], [.interfering: [.tearDown]], [.others: [.access(.lateAccessor, holding: true)]]]
  }

  public static let reentrant = Scenario(
    id: "reentrant",
    summary: "each thread asks; the initializer itself asks the accessor, once",
    usage: .reentering,
    reentersInitializer: true
  ) { _ in
    [[.all: [.access(.accessor)]]]
  }

  public static let overRelease = Scenario(
    id: "over-release",
    summary: "each thread asks; one releases once too often; all drop; all ask again",
    usage: .ending
  ) { _ in
    [[.all: [hold]], [.all: [.recall(0), .release], .interfering: [.release]], [.all: [hold]]]
  }

  public static let externalWrite = Scenario(
    id: "external-write",
    summary: "each thread asks four times; one overwrites the exposed variable with nil",
    usage: .ending
  ) { rounds in
    let half = again(rounds / 2, [hold])
    return [[.others: half + half, .interfering: half + [.overwrite] + half]]
  }

  private static let hold = Step.access(.accessor, holding: true)

  private static func again(_ rounds: Int, _ steps: [Step]) -> [Step] {
    (0..<rounds).flatMap { _ in steps }
  }
}
