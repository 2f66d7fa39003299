extension Lesson {
  static let lazyBuilding = Lesson(
    id: "lazy", title: "One instance is not a given",
    closing: "a lock round the accessor, and its price.",
    steps: [
      .says(
        """
        A singleton promises one instance to everybody. The usual first form builds it when somebody first asks, and \
        keeps it in a variable. With one thread the promise holds. With two there is a gap: between the look at the \
        variable and the store into it, another thread may look too.
        """),
      .shows("unsynchronized-lazy"),
      .asks(
        "Two threads call the accessor at the same time. How many instances can come out?",
        .wrong("one"), .right("one or two"), .wrong("always two")),
      .says(
        "A trial is one fresh variable that both threads go for together. Here are many of them, one after the other."),
      .runs("unsynchronized-lazy", in: .firstAccess, time: .milliseconds(300)),
      .claims(
        "two threads that asked one accessor got two instances",
        .run("unsynchronized-lazy", .firstAccess, shows: .instances)),
      .says(
        """
        A race shows that it happened, and not how. The model checker runs the same source in every order that its \
        steps can have, and draws one that goes wrong. This is under sequential consistency: one step after the other, \
        nothing exotic.
        """),
      .checks("unsynchronized-lazy", in: .firstAccess, under: .sc),
      .claims(
        "no weak memory is needed for it: one step after the other is enough",
        .check("unsynchronized-lazy", .firstAccess, finds: .instances)),
      .answers(
        """
        Most trials end well, because the threads miss each other. That is what makes it dangerous: the test at your \
        desk passes. "violating" is the share of trials with more than one instance.
        """),
    ])
}
