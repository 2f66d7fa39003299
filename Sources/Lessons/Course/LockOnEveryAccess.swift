extension Lesson {
  static let lockOnEveryAccess = Lesson(
    id: "lock", title: "A lock on every access, and what it costs",
    closing: "the attempt to take the lock only while there is nothing yet.",
    steps: [
      .says(
        """
        The gap is closed when look, build and store are one step for everybody else. A lock round the whole accessor \
        does that. Document 004 recommends it, with the remark that it makes things slower.
        """),
      .shows("synchronized-lazy"),
      .asks(
        "The instance was built long ago. What does the next access cost, against one without a lock?",
        .wrong("about the same: nobody else holds the lock"), .wrong("twice as much"), .right("many times as much")),
      .says("One thread, with and without the lock; then two, which the lock keeps apart:"),
      .runs("unsynchronized-lazy", "synchronized-lazy", in: .firstAccess, threads: [1], showing: .times),
      .runs("synchronized-lazy", in: .firstAccess, threads: [2], showing: .times),
      .claims("with the lock every trial had one instance", .runPasses("synchronized-lazy", .firstAccess)),
      .checks("synchronized-lazy", in: .firstAccess),
      .claims(
        "no order of the steps breaks it, with two threads", .checkProves("synchronized-lazy", .firstAccess)),
      .claims(
        "a later access of a single thread takes at least three times as long with the lock",
        .cost(
          .access("synchronized-lazy", threads: 1), isAtLeast: 3, times: .access("unsynchronized-lazy", threads: 1))),
      .answers(
        """
        "ns an access" is the time of a later access, in nanoseconds; "first" is the time of the first one, for who \
        builds (winner) and who waits (loser). A lock is taken and given back by two atomic operations, and a plain \
        look is one load. With two threads the word of the lock also travels from core to core. Whether that matters \
        depends on how often you ask: once in a request it does not.
        """),
    ])
}
