extension Lesson {
  static let tearingDown = Lesson(
    id: "teardown", title: "Tearing down: two instances alive at once",
    closing: "how to tear down without bringing old data back to life.",
    activities: [
      .says(
        """
        A user logs out, and the data in the singleton belongs to that user. An article shows the usual solution: a \
        tearDown that sets the variable to nil. The next user's first access builds a new instance.
        """),
      .shows("teardown-lazy"),
      .asks(
        "Work that was started before the logout calls the accessor afterward. What does it get?",
        .wrong("nil, since the instance was torn down"), .wrong("the old user's instance"),
        .right("a new instance, which it fills with the old user's data")),
      .says("First, several threads hold an instance while one of them tears it down:"),
      .runs("teardown-lazy", in: .teardown),
      .claims("the old and the new instance were alive at the same time", .shows(.liveMax)),
      .says("Then, one thread tears down and stops, and old work calls the accessor:"),
      .runs("teardown-lazy", in: .lateUse),
      .claims("old work created a second instance", .shows(.instances)),
      .checks("teardown-lazy", in: .lateUse, under: .sc),
      .claims("a lock would not help: it happens even one step at a time", .finds(.instances)),
      .answers(
        """
        A variable can be cleared; the references that callers hold cannot. And the accessor does not know who calls: \
        it cannot tell old work from new. The instance should live as long as a login, not as long as the program, and \
        a global variable has no way to say so.
        """),
      .asks(
        "The teardown waits until no caller holds the instance. What is the price?",
        .wrong("there is none"), .right("one holder that never lets go blocks the logout forever"),
        .wrong("the instance is built twice")),
      .answers(
        """
        Some caller always holds it a little longer: a view in the background, a request that never ends. Waiting for \
        all callers is only as reliable as the least reliable of them.
        """),
    ])
}
