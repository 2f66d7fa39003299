extension Lesson {
  static let whatSwiftGives = Lesson(
    id: "swift", title: "What Swift gives you", closing: "what initializers that ask for each other do.",
    activities: [
      .says(
        """
        If an instance is to be global, Swift has the solution ready-made. A static let combines a once token and a \
        variable: the runtime runs its initializer once, at the first access. A private init closes the second entry \
        point.
        """),
      .shows("static-let"),
      .says(
        """
        A Mutex suits state that changes. An AtomicLazyReference suits an instance that is cheap to build. An actor \
        serves its callers one at a time. But an actor is not a lock: at each await, another task may run on it.
        """),
      .shows("actor-awaiting"),
      .asks(
        "The actor awaits something while it builds the instance. How many instances can its callers get?",
        .wrong("one: an actor serves its callers one at a time"), .right("one or more"), .wrong("none: it deadlocks")),
      .runs("static-let", "mutex", "actor", in: .firstAccess),
      .claims("a static let keeps the promise", .passes(for: "static-let")),
      .claims("a mutex keeps the promise", .passes(for: "mutex")),
      .claims("an actor that does not await while it builds keeps the promise", .passes(for: "actor")),
      .runs("atomic-lazy-reference", "actor-awaiting", in: .firstAccess, time: .milliseconds(300)),
      .claims(
        "an atomic lazy reference hands out one instance, but builds more", .shows(.inits, for: "atomic-lazy-reference")
      ),
      .claims("an actor that awaits while it builds hands out several", .shows(.instances, for: "actor-awaiting")),
      .checks("atomic-lazy-reference", in: .firstAccess),
      .claims("the extra instances are not an accident of this machine", .finds(.inits)),
      .answers(
        """
        The check and the store are two separate turns of the actor, with an await between them: the gap of the first \
        lesson again, with tasks instead of threads. The parts of the runtime (a static let, actors) have no source \
        that the checker could run, so there are runs of them but no proofs. A static let whose initializer reads the \
        same static let hangs on Linux and stops the process on Apple's systems.
        """),
      .asks(
        "Tomorrow you need one shared instance in Swift, without special requirements. What do you write?",
        .wrong("a class with a lock"), .right("static let shared"), .wrong("an actor")),
      .answers(
        """
        It is built at its first use, by one thread, while others wait; later accesses cost next to nothing; and it \
        contains no line of yours that could be wrong. If its state changes, give its type a lock.
        """),
    ])
}
