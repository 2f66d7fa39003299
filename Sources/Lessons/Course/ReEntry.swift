import Core

extension Lesson {
  static let reEntry = Lesson(
    id: "re-entry", title: "Semaphores, re-entry and deadlock",
    closing: "how a singleton is got rid of.",
    steps: [
      .says(
        """
        Document 000 ends with a semaphore in place of the token. A semaphore does not know who holds it. That matters \
        when the initializer, or something it calls, asks for the very instance that is being built. It needs no second \
        thread.
        """),
      .shows("semaphore-guarded"),
      .asks(
        "The initializer asks the accessor. What does the semaphore do?",
        .wrong("lets the same thread through"), .right("makes the thread wait for itself"),
        .wrong("answers nil")),
      .checks("semaphore-guarded", in: .reentrant, threads: 1),
      .claims(
        "the thread waits for itself, until the limit of the wait stops the process",
        .check("semaphore-guarded", .reentrant, finds: .trap)),
      .says("One thread, one call, and an initializer that asks once. Every guard has its own way to fail:"),
      .runs(
        "semaphore-guarded", "once-token", "spin-flag", "synchronized-lazy", in: .reentrant, threads: [1],
        time: .milliseconds(50)),
      .claims("the semaphore's limit stops the process", .run("semaphore-guarded", .reentrant, endsIn: .trap)),
      .claims("libdispatch sees it at once, and stops the process", .run("once-token", .reentrant, endsIn: .trap)),
      .claims("a flag that is spun on hangs for ever", .run("spin-flag", .reentrant, endsIn: .hang)),
      .claims(
        "a recursive lock lets the thread through, to a second instance",
        .run("synchronized-lazy", .reentrant, shows: .nestedInits, .instances)),
      .says(
        """
        Two classes whose initializers ask for each other do it with two threads. A guard is a lock, so this is the \
        program:
        """),
      .explores(
        "two guards", ["LOCK a", "LOCK b", "UNLOCK b", "UNLOCK a"], ["LOCK b", "LOCK a", "UNLOCK a", "UNLOCK b"]),
      .claims("each holds what the other wants, unless one is quick enough", .mayGetStuck("two guards")),
      .answers(
        """
        None of the guards can do better: the instance does not exist yet, and somebody wants it. Stopping at once is \
        the kindest answer. The cure is an initializer that asks nobody: hand it what it needs.
        """),
    ])
}
