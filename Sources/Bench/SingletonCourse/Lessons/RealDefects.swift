extension Lesson {
  static let realDefects = Lesson(
    id: "museum", title: "Defects of real programs, and what finds them",
    closing: "how to read the figures that the lessons have shown.",
    activities: [
      .says(
        """
        None of this is made up for lessons. In a kit for video calls, a handler was registered and never called: the \
        streams were a lazy var, two tasks had asked for it at the same time, and the handler was in the other instance \
        (livekit/client-sdk-swift#749). Three lazy properties of Swift's package manager had to be guarded, too, to prevent \
        crashes (swiftlang/swift-package-manager#9356). The same thing in small:
        """),
      .shows("lazy-var"),
      .asks(
        "A test asks from two tasks, a thousand times, and is green. What has it shown?",
        .wrong("that two tasks get one instance"), .wrong("that it goes wrong less than once in a thousand times"),
        .right("next to nothing")),
      .answers(
        """
        The two tasks rarely ask at the same moment: the first has mostly ended before the second begins. Of the real \
        defects on the page "What finds what", three runs of such a test found fewer than half, and each run found only \
        those that await something in between, and those that need no second caller.
        """),
      .says("A race lets the two meet, trial after trial:"),
      .runs("lazy-var", in: .firstAccess, time: .milliseconds(300)),
      .claims("two threads got two instances", .shows(.instances)),
      .says(
        """
        In a web framework, the shared client was looked up in a dictionary, then again under a lock. It looked safe, \
        and was not (vapor/vapor#2576). The same with a variable:
        """),
      .shows("double-checked-lock"),
      .asks(
        "The look outside of the lock is a data race. Does a race of threads on this machine show it?",
        .wrong("yes, if it runs long enough"), .right("not on x86, or only if the compiler has reordered something"),
        .wrong("no, because it is harmless")),
      .checks("double-checked-lock", in: .firstAccess, drawing: false),
      .claims("the check sees the data race without waiting for it", .finds(.race)),
      .answers(
        """
        A race sees what callers get. The thread sanitizer sees accesses that nothing orders, and so does a check, which \
        needs no luck. Two steps that are locked one by one, or an await in between, are no data race: the sanitizer is \
        silent, and a race or a check finds them. So none of them replaces the others.
        """),
      .asks(
        "The initializer of a static let asks another static let, whose initializer asks the first. Which tool is needed?",
        .wrong("the thread sanitizer"), .wrong("a race"), .right("none: a test that gets there does not end")),
      .answers(
        """
        It ended a messenger at each launch, for users who had given it a permission or had a favorite. Tests with a fresh \
        installation never came there (permissionlesstech/bitchat#1343). A tool looks only where the test goes.
        """),
    ])
}
