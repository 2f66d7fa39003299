extension Lesson {
  static let whatSwiftGives = Lesson(
    id: "swift", title: "What Swift gives you", closing: "an actor that awaits, in every order of its jobs.",
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
        serves its callers one at a time, as long as it awaits nothing between the check and the store.
        """),
      .asks(
        "Two threads ask an AtomicLazyReference at the same time. How many instances are built?",
        .wrong("one, as by a static let"), .right("one or two, of which one is kept"),
        .wrong("two, and each keeps its own")),
      .runs("static-let", "mutex", "actor", in: .firstAccess),
      .claims("a static let keeps the promise", .passes(for: "static-let")),
      .claims("a mutex keeps the promise", .passes(for: "mutex")),
      .claims("an actor that does not await while it builds keeps the promise", .passes(for: "actor")),
      .runs("atomic-lazy-reference", in: .firstAccess, time: .milliseconds(300)),
      .claims(
        "an atomic lazy reference hands out one instance, but builds more", .shows(.inits, for: "atomic-lazy-reference")
      ),
      .checks("atomic-lazy-reference", in: .firstAccess),
      .claims("the extra instances are not an accident of this machine", .finds(.inits)),
      .answers(
        """
        Both may find none and build one. A single exchange decides whose instance is kept; the other thread drops its \
        own and takes that one. So the initializer must be cheap, and must do nothing that may not happen twice.
        """),
      .asks(
        "Tomorrow you need one shared instance in Swift, without special requirements. What do you write?",
        .wrong("a class with a lock"), .right("static let shared"), .wrong("an actor")),
      .answers(
        """
        It is built at its first use, by one thread, while others wait; later accesses cost next to nothing; and it \
        contains no line of yours that could be wrong. If its state changes, give its type a lock. Only its initializer \
        must not read the same static let: that hangs on Linux, and stops the process on Apple's systems.
        """),
    ])
}
