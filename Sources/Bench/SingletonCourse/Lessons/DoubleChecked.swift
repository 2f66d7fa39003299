extension Lesson {
  static let doubleChecked = Lesson(
    id: "double-checked", title: "Double-checked locking, and why the textbook form is broken",
    closing: "the two words that are missing: acquire and release.",
    activities: [
      .says(
        """
        The lock is needed only until the instance exists. So check the variable first without the lock. If it is \
        empty, take the lock and check again. Two threads cannot both build: the one that comes second finds the \
        instance at its second check.
        """),
      .shows("double-checked-lock"),
      .asks(
        "The first check takes no lock. Where does that go wrong?",
        .wrong("nowhere: the second check catches it"), .wrong("on every machine"),
        .right("where another thread may see the stores in a different order")),
      .runs("double-checked-lock", in: .firstAccess),
      .claims("no trial had two instances: the second check catches the thread that comes second", .passes()),
      .says(
        """
        An x86 processor does not reorder two stores, so a run on x86 can show more than this only if the compiler \
        reorders them; an ARM processor may reorder them itself. The checker also knows RC11, a memory model of C and \
        C++, in which another thread may see the two stores in either order.
        """),
      .checks("double-checked-lock", in: .firstAccess),
      .claims("a thread can get an instance and not see its fields", .finds(.halfBuilt, .race)),
      .claims(
        "no execution under TSO, the memory model of x86 processors, shows it", .isSeen(from: .arm)),
      .answers(
        """
        Building is a store to the fields, then a store to the variable. Nothing makes another core see them in that \
        order. The first check finds the instance in the variable, so the thread skips the lock and reads fields whose \
        values it cannot see yet. In the drawing, ">>" marks the step that went wrong; "stale" is a read of a value \
        that is not the newest. If two threads access the same plain memory at the same time and one of them stores, \
        that is a data race: the language gives such a program no meaning at all.
        """),
      .asks(
        "A billion trials on an x86 machine have shown nothing. What do you know?",
        .wrong("the code is right"), .wrong("the code is right on x86"),
        .right("this machine code, on this processor, showed nothing")),
      .answers(
        """
        The next version of the compiler may order the two stores differently, also for x86: the language allows it, \
        because a program without a data race could not tell the difference. Only a proof over every execution that \
        the language allows covers tomorrow's build.
        """),
    ])
}
