extension Lesson {
  static let weakSingletons = Lesson(
    id: "weak", title: "Weak singletons, and the once token that never fires again",
    closing: "what happens when the initializer itself asks for the instance.",
    steps: [
      .says(
        """
        An instance that nobody uses takes up memory for ever. So make the variable weak: it does not keep the \
        instance alive, and is nil once the last holder has let go. The next caller builds a new one. With a once \
        token?
        """),
      .shows("weak-once"),
      .asks(
        "All have let go of the instance. What does the next caller get?",
        .wrong("a new instance"), .wrong("the old one"), .right("nil, and so does everybody after him")),
      .says("Each thread asks, uses what it got and lets go of it, four times:"),
      .runs("weak-once", in: .reacquire),
      .claims("with a once token, nil comes out", .run("weak-once", .reacquire, shows: .nilResults)),
      .checks("weak-once", in: .reacquire, threads: 1),
      .claims(
        "one thread alone is enough for it", .check("weak-once", .reacquire, finds: .nilResults)),
      .says("With a lock in place of the token, and each look at the variable under it:"),
      .checks("weak-locked-read", in: .reacquire, drawing: false),
      .claims(
        "then a new one is made while the old one is still alive",
        .check("weak-locked-read", .reacquire, finds: .liveMax)),
      .answers(
        """
        "Once" is once in the life of the token, not once in the life of the instance. Document 000 found this out \
        with its fourth version and took a semaphore in the fifth, where building can happen again. Even then there is \
        no single instance in the strict sense: the old one is still on its way out when the new one is made. Whoever \
        holds a file open in it should know that.
        """),
    ])
}
