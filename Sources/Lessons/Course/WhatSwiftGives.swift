extension Lesson {
  static let whatSwiftGives = Lesson(
    id: "swift", title: "What Swift gives you",
    outlook: "how to read the figures that you have seen all the time.",
    parts: [
      .says(
        """
        If it is to be global, Swift has it ready-made. A static let is a once token and a variable in one word: the \
        runtime runs its initialiser once, at the first access, and a private init closes the second way in.
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
      .races("static-let", "mutex", "actor", in: .firstAccess),
      .claims("a static let holds", .raceHolds("static-let", .firstAccess)),
      .claims("a mutex holds", .raceHolds("mutex", .firstAccess)),
      .claims("an actor holds", .raceHolds("actor", .firstAccess)),
      .races("atomic-lazy-reference", "actor-awaiting", in: .firstAccess, time: .milliseconds(300)),
      .claims(
        "an atomic lazy reference hands out one instance, and builds more",
        .race("atomic-lazy-reference", .firstAccess, shows: .inits)),
      .claims(
        "an actor whose maker awaits hands out several", .race("actor-awaiting", .firstAccess, shows: .instances)),
      .checks("atomic-lazy-reference", in: .firstAccess),
      .claims(
        "that losers are built is no accident of this machine",
        .check("atomic-lazy-reference", .firstAccess, finds: .observed(.inits))),
      .answers(
        """
        The look and the store are two turns of the actor, with an await between them: the first lesson again, without \
        a thread in sight. The runtime's own parts (a static let, actors) have no source that the checker could run, so \
        of them there are races and no proofs. A static let whose initialiser asks for itself hangs on Linux and stops \
        the process on Apple's systems.
        """),
    ])
}
