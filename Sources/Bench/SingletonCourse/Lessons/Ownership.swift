extension Lesson {
  static let ownership = Lesson(
    id: "ownership", title: "Ownership that cannot be over-released",
    closing: "where the instance and its variable are in memory.",
    activities: [
      .says(
        """
        With manual reference counting, every caller retains the instance that it gets, and releases it when done. The \
        variable holds one reference, too. After one release too many, anywhere in the program, the instance is \
        destroyed while the variable still points to it.
        """),
      .shows("once-token"),
      .asks(
        "One caller releases once too often, all others once, and then the accessor is called. What does it return?",
        .wrong("a new instance, since the token sees that the old one is gone"),
        .right("the address of the destroyed instance"), .wrong("nil")),
      .runs("once-token", "retain-count-overridden", in: .overRelease),
      .claims("a destroyed instance was handed out and used", .shows(.usedAfterDestroy, for: "once-token")),
      .checks("once-token", in: .overRelease, threads: 1),
      .claims("a single thread is enough for this", .finds(.usedAfterDestroy)),
      .says("So in a tutorial, retain and release do nothing:"),
      .shows("retain-count-overridden"),
      .claims("if release does nothing, no caller can destroy the instance", .passes(for: "retain-count-overridden")),
      .says(
        """
        In Swift you do not call release: the compiler inserts the calls. So the count is right, but the variable is \
        not protected: two threads can still store to it at the same time. Here the initializer takes a millisecond, \
        so that the threads overlap:
        """),
      .runs("arc-lazy", in: .firstAccess, time: .milliseconds(300), initializerCost: .sleep(.milliseconds(1))),
      .claims("with automatic counting, the lazy version still builds two instances", .shows(.instances)),
      .answers(
        """
        The variable does not notice that the instance is destroyed. In the first run, the memory of an instance is \
        not freed within a trial, so a use after its end is counted instead of crashing. An instance that lives as \
        long as the program needs no counting; a global constant in Swift is such an instance.
        """),
      .asks(
        "Automatic reference counting is on. Can a caller still release too often?",
        .right("only by going around it, with unmanaged references or in C"), .wrong("yes, as before"),
        .wrong("no, never")
      ),
      .answers(
        """
        The compiler balances the retains and releases that it sees. It does not see those that go through Unmanaged, \
        or through a C interface that promises to release.
        """),
    ])
}
