extension Lesson {
  static let publishedEarly = Lesson(
    id: "published-early", title: "The document's own final version, published before it is built",
    closing: "what a subclass makes of all this.",
    steps: [
      .says(
        """
        Document 001 intercepts alloc as well, and protects both alloc and the accessor by double-checked locking, on \
        one and the same variable. It reads as if it were twice as safe. Follow the variable: who stores into it \
        first, and what has the instance been through by then?
        """),
      .shows("double-checked-alloc"),
      .asks(
        "Another thread calls the accessor while the first is between alloc and init. What does it get?",
        .wrong("it waits at the lock"), .wrong("nil"), .right("an instance that nobody has initialized")),
      .runs("double-checked-alloc", in: .firstAccess, time: .milliseconds(300)),
      .claims(
        "a half-built instance is handed out on this very machine",
        .run("double-checked-alloc", .firstAccess, shows: .halfBuilt)),
      .checks("double-checked-alloc", in: .firstAccess),
      .claims(
        "no weak memory is needed: it goes wrong one step after the other",
        .check("double-checked-alloc", .firstAccess, isSeenFrom: .sc)),
      .answers(
        """
        The interception stores the instance as soon as it is allocated, and the first look of the accessor takes no \
        lock. In lesson 3 the same look was wrong only on weak memory; here the order of the program itself is wrong: \
        publish, then build. Store what is finished, and store it last.
        """),
    ])
}
