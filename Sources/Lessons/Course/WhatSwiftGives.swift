extension Lesson {
  static let whatSwiftGives = Lesson(
    id: "swift", title: "What Swift gives you",
    closing: "how to read the figures that you have seen all the time.",
    steps: [
      .says(
        """
        If it is to be global, Swift has it ready-made. A static let is a once token and a variable in one word: the \
        runtime runs its initializer once, at the first access, and a private init closes the second way in.
        """),
      .shows("static-let"),
      .says(
        """
        A Mutex suits state that changes. An AtomicLazyReference suits an instance that is cheap to build. An actor \
        takes its callers one at a time. But an actor is not a lock: at each await another task may have its turn.
        """),
      .shows("actor-awaiting"),
      .asks(
        "Its maker awaits something while it builds. How many instances come out of the actor?",
        .wrong("one: an actor takes its callers one at a time"), .right("one or more"), .wrong("none: it deadlocks")),
      .runs("static-let", "mutex", "actor", in: .firstAccess),
      .claims("a static let holds", .runPasses("static-let", .firstAccess)),
      .claims("a mutex holds", .runPasses("mutex", .firstAccess)),
      .claims("an actor holds", .runPasses("actor", .firstAccess)),
      .runs("atomic-lazy-reference", "actor-awaiting", in: .firstAccess, time: .milliseconds(300)),
      .claims(
        "an atomic lazy reference hands out one instance, and builds more",
        .run("atomic-lazy-reference", .firstAccess, shows: .inits)),
      .claims(
        "an actor whose maker awaits hands out several", .run("actor-awaiting", .firstAccess, shows: .instances)),
      .checks("atomic-lazy-reference", in: .firstAccess),
      .claims(
        "that losers are built is no accident of this machine",
        .check("atomic-lazy-reference", .firstAccess, finds: .inits)),
      .answers(
        """
        The look and the store are two turns of the actor, with an await between them: the first lesson again, without \
        a thread in sight. The runtime's own parts (a static let, actors) have no source that the checker could run, so \
        of them there are races and no proofs. A static let whose initializer asks for itself hangs on Linux and stops \
        the process on Apple's systems.
        """),
    ])
}
