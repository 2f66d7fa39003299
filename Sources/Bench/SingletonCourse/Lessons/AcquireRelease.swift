extension Lesson {
  static let acquireRelease = Lesson(
    id: "acquire-release", title: "Acquire and release",
    closing: "programs of four instructions that show what memory does.",
    activities: [
      .says(
        """
        An atomic variable is never seen half-written, but that alone does not help: the fields of the instance are \
        separate memory. What helps is order. A releasing store publishes everything that its thread did before it. An \
        acquiring load that reads this store makes all of that visible to the thread that loads.
        """),
      .shows("relaxed-double-checked-lock"),
      .asks(
        "The variable is now atomic and its store releases, but the first check is a relaxed load. Is that enough?",
        .wrong("yes: the store releases"), .right("no: a relaxed load does not acquire"),
        .wrong("yes: the lock comes after it")),
      .checks("relaxed-double-checked-lock", in: .firstAccess),
      .claims("with a relaxed first check, RC11 still allows a half-built instance", .finds(.halfBuilt)),
      .claims("no execution under TSO, the memory model of x86 processors, shows it", .isSeen(from: .rc11)),
      .says(
        """
        Do not wait for a machine that shows it. The fields are read through the pointer that was loaded, so their \
        address depends on that load, and ARM, POWER and RISC-V processors keep such reads in order, as x86 does; \
        Alpha processors did not. Only a compiler can break this code: neither C++ nor Swift promises that it keeps \
        the dependency. With acquire, the code does not rely on it.
        """),
      .says("Here is the same code with one word changed, in the first line of the accessor:"),
      .shows("double-checked-lock-acquire"),
      .checks("double-checked-lock-acquire", in: .firstAccess, threads: 3),
      .claims("with acquire, the promise is proved for three threads", .isProved),
      .runs("double-checked-lock-acquire", in: .firstAccess),
      .claims("every trial on this machine kept the promise, too", .passes()),
      .answers(
        """
        Acquire and release come in pairs: one thread releases, the other acquires. The second check may stay relaxed, \
        because the lock around it already provides the order. On x86 an acquiring load is an ordinary load, so correct \
        code costs nothing extra there. Java's volatile, which the document uses, is stronger than needed; in Swift you \
        choose the order yourself.
        """),
      .asks(
        "And the other way around: the first check acquires, but the store is relaxed. Is that enough?",
        .wrong("yes: an acquiring load sees everything"), .right("no: nothing was released"),
        .wrong("yes: the store is under the lock")),
      .answers(
        """
        An acquiring load gets what a releasing store has published, and nothing else. The release of the lock does \
        not help either: a thread that finds the instance at the first check has never taken the lock.
        """),
    ])
}
