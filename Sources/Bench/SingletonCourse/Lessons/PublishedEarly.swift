extension Lesson {
  static let publishedEarly = Lesson(
    id: "published-early", title: "A tutorial's final version, published before it is built",
    closing: "building the instance before any thread can ask for it.",
    activities: [
      .says(
        """
        A tutorial also intercepts alloc, and protects both alloc and the accessor by double-checked locking on the \
        same variable. That looks twice as safe. But follow the variable: who stores to it first, and which steps has \
        the instance gone through by then?
        """),
      .shows("double-checked-alloc"),
      .asks(
        "Another thread calls the accessor while the first is between alloc and init. What does it get?",
        .wrong("nothing yet: it waits at the lock"), .wrong("nil"), .right("an instance that is not initialized")),
      .runs("double-checked-alloc", in: .firstAccess, time: .milliseconds(300)),
      .claims("a half-built instance is handed out even on this machine", .shows(.halfBuilt)),
      .checks("double-checked-alloc", in: .firstAccess),
      .claims("no weak memory is needed: it goes wrong even one step at a time", .isSeen(from: .sc)),
      .answers(
        """
        The intercepted alloc stores the instance as soon as it is allocated, and the first check of the accessor \
        takes no lock. In lesson 3 the same check was wrong only if a processor or a compiler reorders two stores. Here \
        the order of the program itself is wrong: it publishes, then builds. Finish the instance first, and store it \
        last.
        """),
      .asks(
        "Would a lock around the whole accessor help, if alloc still stores the instance first?",
        .right("yes, for callers of the accessor: none looks in between"),
        .wrong("no: the order of the stores is wrong"), .wrong("yes, for all callers")),
      .answers(
        """
        A caller that takes the lock sees the finished instance. A caller that uses alloc and init does not take the \
        lock, and still gets the half-built one. Only the right order helps all callers.
        """),
    ])
}
