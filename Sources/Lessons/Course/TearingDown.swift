extension Lesson {
  static let tearingDown = Lesson(
    id: "teardown", title: "Tearing down: two alive at once",
    closing: "who may end the life of the instance, and how that is taken out of everybody's hands.",
    steps: [
      .says(
        """
        A user logs out, and what the singleton has gathered belongs to him. Document 004 shows the usual answer: a \
        tearDown that sets the variable to nil. The next user's first access builds a new instance.
        """),
      .shows("teardown-lazy"),
      .asks(
        "Work that was given out before the logout asks the accessor afterwards. What does it get?",
        .wrong("nil, since it was torn down"), .wrong("the old user's instance"),
        .right("a new instance, which it fills with the old user's data")),
      .says("First, threads that hold an instance while one of them tears down:"),
      .runs("teardown-lazy", in: .teardown),
      .claims("the old and the new were alive at one time", .run("teardown-lazy", .teardown, shows: .liveMax)),
      .says("Then, one thread tears down and stops, and work from before asks:"),
      .runs("teardown-lazy", in: .lateUse),
      .claims("old work brought a second instance to life", .run("teardown-lazy", .lateUse, shows: .instances)),
      .checks("teardown-lazy", in: .lateUse, under: .sc),
      .claims(
        "a lock would not help: it happens one step after the other",
        .check("teardown-lazy", .lateUse, finds: .instances)),
      .answers(
        """
        A variable can be cleared; the references that callers hold cannot. And the accessor does not know who asks: \
        for it there is no old user. The life of the instance is not that of the program but that of a login, and a \
        global variable has no way to say so.
        """),
    ])
}
