extension Lesson {
  static let weakSingletons = Lesson(
    id: "weak", title: "Weak singletons, and the once token that never fires again",
    closing: "what happens when the initializer itself asks for the instance.",
    activities: [
      .says(
        """
        An unused instance still takes up memory forever. So make the variable weak: it does not keep the instance \
        alive, and becomes nil when the last holder releases it. The next caller builds a new instance. But does that \
        work with a once token?
        """),
      .shows("weak-once"),
      .asks(
        "All holders have released the instance. What does the next caller get?",
        .wrong("a new instance"), .wrong("the old instance"), .right("nil, and so does every caller after it")),
      .says("Each thread gets the instance, uses it and releases it, four times:"),
      .runs("weak-once", in: .reacquire),
      .claims("with a once token, callers get nil", .shows(.nilResults)),
      .checks("weak-once", in: .reacquire, threads: 1),
      .claims("a single thread is enough for this", .finds(.nilResults)),
      .says("Now with a lock in place of the token, held during each access to the variable:"),
      .checks("weak-locked-read", in: .reacquire, drawing: false),
      .claims("with the lock, a new instance is made while the old one is still alive", .finds(.liveMax)),
      .answers(
        """
        "Once" means once in the lifetime of the token, not once in the lifetime of an instance. The macro's author \
        found this out with its fourth version; the fifth uses a semaphore, which allows building again. Even then \
        there is no single instance in the strict sense: the old one is still being destroyed when the new one is \
        made. Keep that in mind if the instance holds a file open.
        """),
      .asks(
        "A test needs a fresh instance for each case. Does a weak singleton give it one?",
        .wrong("yes: it ends with its last user"), .right("only if no case leaves a user behind"),
        .wrong("no: there is one for the whole process")),
      .answers(
        """
        A timer, a closure or a queue that still holds the instance keeps it alive, and the next case gets the old \
        one. The last holder decides when an instance ends, not the test.
        """),
    ])
}
