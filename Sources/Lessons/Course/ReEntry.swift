import Core

extension Lesson {
  static let reEntry = Lesson(
    id: "re-entry", title: "Semaphores, re-entry and deadlock",
    closing: "how a singleton is destroyed.",
    steps: [
      .says(
        """
        A macro for singletons ends with a semaphore in place of the token. A semaphore does not know which thread \
        holds it. That matters if the initializer, or something that it calls, asks for the very instance that is \
        being built. One thread is enough.
        """),
      .shows("semaphore-guarded"),
      .asks(
        "The initializer calls the accessor. What does the semaphore do?",
        .wrong("it lets the same thread through"), .right("it makes the thread wait for itself"),
        .wrong("it returns nil")),
      .checks("semaphore-guarded", in: .reentrant, threads: 1),
      .claims(
        "the thread waits for itself until the wait times out, which stops the process",
        .check("semaphore-guarded", .reentrant, finds: .trap)),
      .says(
        "One thread makes one call, and the initializer calls the accessor once. Every guard fails in its own way:"),
      .runs(
        "semaphore-guarded", "once-token", "spin-flag", "synchronized-lazy", in: .reentrant, threads: [1],
        time: .milliseconds(50)),
      .claims(
        "the semaphore's wait times out and stops the process", .run("semaphore-guarded", .reentrant, endsIn: .trap)),
      .claims("libdispatch detects it at once and stops the process", .run("once-token", .reentrant, endsIn: .trap)),
      .claims("a thread that spins on a flag hangs forever", .run("spin-flag", .reentrant, endsIn: .hang)),
      .claims(
        "a recursive lock lets the thread through, and it builds a second instance",
        .run("synchronized-lazy", .reentrant, shows: .nestedInits, .instances)),
      .says(
        """
        Two classes whose initializers ask for each other can deadlock with two threads. A guard is a lock, so this is \
        the program:
        """),
      .explores(
        "two guards", ["LOCK a", "LOCK b", "UNLOCK b", "UNLOCK a"], ["LOCK b", "LOCK a", "UNLOCK a", "UNLOCK b"]),
      .claims(
        "each thread may hold the lock that the other needs, unless one is fast enough", .mayGetStuck("two guards")),
      .answers(
        """
        None of the guards can do better: the instance does not exist yet, and its own initializer needs it. Stopping \
        at once is the best that a guard can do. The solution is an initializer that calls no accessor: pass it what \
        it needs.
        """),
    ])
}
