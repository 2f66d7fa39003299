extension Lesson {
  static let lockOnEveryAccess = Lesson(
    id: "lock", title: "A lock on every access, and what it costs",
    closing: "an attempt to take the lock only until the instance exists.",
    activities: [
      .says(
        """
        The gap is closed if check, build and store are one step for all other threads. A lock around the whole \
        accessor does that. An article on the abuse of singletons recommends it, and remarks that it makes things \
        slower.
        """),
      .shows("synchronized-lazy"),
      .asks(
        "The instance was built long ago. What does the next access cost, compared with one without a lock?",
        .wrong("about the same: no other thread holds it"), .right("about twice as much"),
        .wrong("a hundred times as much")),
      .says("First one thread, without and with the lock; then two threads, which the lock admits one at a time:"),
      .runs("unsynchronized-lazy", "synchronized-lazy", in: .firstAccess, threads: [1], showing: .times),
      .runs("synchronized-lazy", in: .firstAccess, threads: [2], showing: .times),
      .claims("with the lock, every trial had one instance", .passes()),
      .checks("synchronized-lazy", in: .firstAccess),
      .claims("with two threads, no order of the steps breaks it", .isProved),
      .claims(
        "with the lock, a later access of a single thread takes at least a third longer",
        .cost(
          .access("synchronized-lazy", threads: 1), isAtLeast: 1.33, times: .access("unsynchronized-lazy", threads: 1))),
      .answers(
        """
        In the table, "ns per access" is the time of a later access in nanoseconds; "first" is the time of the first \
        access, for the thread that builds (winner) and for a thread that waits (loser). Taking and releasing a lock \
        needs two atomic operations, and the check only one load. But each access also retains what it returns and \
        releases it later, which takes two atomic operations, too: that is most of the time without the lock. With two \
        threads, the memory of the lock also moves \
        from core to core. Whether that matters depends on how often you access the instance: once per request, it \
        does not.
        """),
      .asks(
        "A version locks for the check, unlocks, and locks again for the store. Does that keep the promise?",
        .wrong("yes: every access is locked"), .right("no: other threads get in between"),
        .wrong("yes, but it is slower")),
      .answers(
        """
        There is no longer a data race, but there are still two instances: between the two locked parts another thread \
        finds the variable empty. A lock protects what happens while it is held, not the variable.
        """),
    ])
}
