extension Lesson {
  static let doubleChecked = Lesson(
    id: "double-checked", title: "Double-checked locking, and why the textbook form is broken",
    closing: "the two words that are missing: acquire and release.",
    steps: [
      .says(
        """
        The lock is needed only while there is nothing yet. So look first without it, take it if the variable is \
        empty, and look again under it. Two threads cannot both build: whoever comes second finds the instance at the \
        second look.
        """),
      .shows("double-checked-lock"),
      .asks(
        "The first look takes no lock. Where does that go wrong?",
        .wrong("nowhere: the second look catches it"), .wrong("on every machine"),
        .right("where one thread's stores may be seen in another order")),
      .runs("double-checked-lock", in: .firstAccess),
      .claims("the race finds nothing that is not declared", .runPasses("double-checked-lock", .firstAccess)),
      .says(
        """
        On an x86 machine the race ends here, for ever. The checker knows weaker ones: RC11 is the memory model of C \
        and C++, and says what a compiler or an ARM processor may do.
        """),
      .checks("double-checked-lock", in: .firstAccess),
      .claims(
        "a thread can get an instance and not see its fields",
        .check("double-checked-lock", .firstAccess, finds: .halfBuilt, .race)),
      .claims(
        "it takes memory weaker than that of x86",
        .check("double-checked-lock", .firstAccess, isSeenFrom: .rc11)),
      .answers(
        """
        Building is a store to the fields, then a store to the variable. Nothing tells another core to see them in \
        that order. The first look finds the variable filled, goes past the lock, and reads fields that are not there \
        yet. The step marked ">>" is the one that went wrong; "stale" is a read of a value that is not the newest. \
        That two threads touch plain memory at the same time, one of them storing, is called a data race: a language \
        gives such a program no meaning at all.
        """),
    ])
}
