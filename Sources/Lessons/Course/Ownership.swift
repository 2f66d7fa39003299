extension Lesson {
  static let ownership = Lesson(
    id: "ownership", title: "Ownership that cannot be over-released",
    closing: "what a singleton does to tests, without any second thread.",
    steps: [
      .says(
        """
        Under manual reference counting every caller retains what it got and releases it when done. The variable holds \
        one reference of its own. One release too many anywhere in the program, and the instance is destroyed while \
        the variable still names it.
        """),
      .shows("once-token"),
      .asks(
        "One caller releases once too often, all let go, and somebody asks again. What does he get?",
        .wrong("a new instance, since the token sees that the old one is gone"),
        .right("the address of what was destroyed"), .wrong("nil")),
      .runs("once-token", "retain-count-overridden", in: .overRelease),
      .claims(
        "a destroyed instance was handed out and used", .run("once-token", .overRelease, shows: .usedAfterDestroy)),
      .checks("once-token", in: .overRelease, threads: 1),
      .claims(
        "one thread alone is enough for it",
        .check("once-token", .overRelease, finds: .usedAfterDestroy)),
      .says("So document 001 lets retain and release do nothing:"),
      .shows("retain-count-overridden"),
      .claims(
        "where release does nothing, nobody can end its life", .runPasses("retain-count-overridden", .overRelease)),
      .says(
        """
        In Swift nobody calls release: the compiler does. That takes care of the count, and not of the variable, which \
        two threads can still fill at the same time. Here the initializer takes a millisecond, so that they meet:
        """),
      .runs(
        "arc-lazy", in: .firstAccess, time: .milliseconds(300),
        initializerCost: .sleep(.milliseconds(1))),
      .claims(
        "under automatic counting the lazy form still builds two", .run("arc-lazy", .firstAccess, shows: .instances)),
      .answers(
        """
        The variable is not told. Here instances come from memory that is not given back within a trial, so a use after \
        the end is counted instead of crashing. An instance that lives as long as the program needs no counting; a \
        global constant in Swift is just that.
        """),
    ])
}
