import SingletonCore

extension Lesson {
  static let reEntry = Lesson(
    id: "re-entry", title: "Semaphores, re-entry and deadlock", closing: "how a singleton is destroyed.",
    activities: [
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
      .claims("the thread waits for itself until the wait times out, which fails an assertion", .finds(.trap)),
      .says(
        "One thread makes one call, and the initializer calls the accessor once. Every guard fails in its own way:"),
      .runs(
        "semaphore-guarded", "semaphore-guarded-throwing", "semaphore-guarded-unasserted", "once-token", "spin-flag",
        "synchronized-lazy", in: .reentrant, threads: [1], time: .milliseconds(50)),
      .says(
        """
        A failed assertion can end in three ways. In a debug build it raises an exception; if the exception is not \
        caught, the process ends. If it is caught, it has left the accessor, and nothing signals the semaphore: every \
        later call waits until the time limit and fails again. A release build omits the assertion.
        """),
      .claims("if the exception is not caught, the process ends", .ends(in: .trap, for: "semaphore-guarded")),
      .claims("if it is caught, no call ever gets an instance", .shows(.refused, for: "semaphore-guarded-throwing")),
      .claims(
        "without the assertion, the inner call gets nil, and the outer one builds the instance",
        .shows(.nilResults, for: "semaphore-guarded-unasserted")),
      .claims("libdispatch detects it at once and stops the process", .ends(in: .trap, for: "once-token")),
      .claims("a thread that spins on a flag hangs forever", .ends(in: .hang, for: "spin-flag")),
      .claims(
        "a recursive lock lets the thread through, and it builds a second instance",
        .shows(.nestedInits, .instances, for: "synchronized-lazy")),
      .says(
        """
        Two classes whose initializers ask for each other are no better off, although neither asks for itself. One \
        thread asks the first class, the other the second:
        """),
      .checks("per-class-once", in: .mutualInitialization),
      .claims("each thread may hold the token that the other waits for", .finds(.hang)),
      .claims(
        "if one thread is fast enough to take both, it asks for the first one again, inside its own block",
        .finds(.trap)),
      .says(
        """
        The macro's fourth version gives the initializer a semaphore without a time limit. There, one thread is \
        enough: the child's initializer begins with the parent's, which is already running.
        """),
      .checks("init-guarded", in: .mutualInitialization, threads: 1),
      .claims("one thread waits forever for the initializer that it is in", .finds(.hang)),
      .answers(
        """
        None of the guards can do better: the instance does not exist yet, and its own initializer needs it. Stopping \
        at once is the best that a guard can do. The solution is an initializer that calls no accessor: pass it what \
        it needs.
        """),
      .asks(
        "Two initializers ask for each other's instances. Which order of locks helps?",
        .wrong("always the same one"), .wrong("the reverse one"), .right("none: each needs the other's result first")),
      .answers(
        """
        A common order of locks prevents a deadlock if each thread can finish with what it has. Here neither can: each \
        initializer needs the other's finished instance.
        """),
    ])
}
