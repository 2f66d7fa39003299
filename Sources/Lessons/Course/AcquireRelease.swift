extension Lesson {
  static let acquireRelease = Lesson(
    id: "acquire-release", title: "Acquire and release",
    closing: "the ready-made form of all this, where nobody has to spell an ordering.",
    steps: [
      .says(
        """
        An atomic variable is never seen half-written, and that alone does not help: the instance behind it is other \
        memory. What helps is an order. A releasing store publishes everything that was done before it; an acquiring \
        load that reads that store takes it all up.
        """),
      .shows("relaxed-double-checked-lock"),
      .asks(
        "The variable is atomic now and its store releases, but the first look is relaxed. Is that enough?",
        .wrong("yes: the store releases"), .right("no: a relaxed load takes nothing up"),
        .wrong("yes, because a lock comes after it")),
      .checks("relaxed-double-checked-lock", in: .firstAccess),
      .claims(
        "a relaxed first look still hands out a half-built instance",
        .check("relaxed-double-checked-lock", .firstAccess, finds: .halfBuilt)),
      .claims(
        "no x86 machine shows it by itself, so no test on one finds it",
        .check("relaxed-double-checked-lock", .firstAccess, isSeenFrom: .rc11)),
      .says("The same with one word changed, in the first line of the accessor:"),
      .shows("double-checked-lock-acquire"),
      .checks("double-checked-lock-acquire", in: .firstAccess, threads: 3),
      .claims(
        "with acquire it is proved, for three threads", .checkProves("double-checked-lock-acquire", .firstAccess)),
      .runs("double-checked-lock-acquire", in: .firstAccess),
      .claims("and nothing is seen on this machine", .runPasses("double-checked-lock-acquire", .firstAccess)),
      .answers(
        """
        Acquire and release come in pairs, one on each side. The second look may stay relaxed: it stands under the \
        lock, which orders by itself. On x86 an acquiring load is an ordinary load, so being right is free there. Java's \
        volatile, which the document uses, is stronger than needed; Swift has you spell it.
        """),
    ])
}
