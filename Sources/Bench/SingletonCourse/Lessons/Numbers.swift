extension Lesson {
  static let numbers = Lesson(
    id: "numbers", title: "How to read a number: floor, contention, oversubscription",
    closing: """
      To continue: 'list' lists all strategies, 'explain STRATEGY' explains one, and 'check' proves or refutes it. \
      CONTRIBUTING.md shows, step by step, how to add your own.
      """,
    activities: [
      .says(
        """
        A time depends on the machine, the build, the load and the number of threads. Three parts of it are easily \
        mistaken for the cost of the strategy. The floor is what the measuring loop costs around an object that needs \
        no singleton: a call, a retain, the read of a field, a release. Contention is what threads cost each other. Oversubscription means more threads than cores: then they take \
        turns, and most of them wait for a core, not for the lock.
        """),
      .shows("mutex"),
      .asks(
        "64 threads access the instance on a machine with a few cores. How many of them run at the same time?",
        .wrong("64"), .right("as many as there are cores"), .wrong("one")),
      .runs("static-let", "mutex", "actor", in: .firstAccess, threads: [1, 2], showing: .times),
      .runs("mutex", in: .firstAccess, threads: [64], showing: .times),
      .claims("with each of these numbers of threads, every trial had one instance", .passes()),
      .claims(
        "at least half of what an access to a static let costs is the loop around it: the call and reference counting",
        .cost(.floor("static-let", threads: 1), isAtLeast: 0.5, times: .access("static-let", threads: 1))),
      .claims(
        "a lock costs at least a quarter more",
        .cost(.access("mutex", threads: 1), isAtLeast: 1.25, times: .access("static-let", threads: 1))),
      .claims(
        "to ask an actor, by a task for which the thread waits, costs at least five times as much as the lock",
        .cost(.access("actor", threads: 1), isAtLeast: 5, times: .access("mutex", threads: 1))),
      .claims(
        "while all cores access, each access takes at least one and a half times as long",
        .cost(.allCoresAccess("mutex", threads: 2), isAtLeast: 1.5, times: .access("mutex", threads: 2))),
      .claims(
        "64 threads used no more processor time than the cores provide",
        .processorTimeIsThatOfTheCores("mutex", threads: 64)),
      .says("A proof does not depend on the machine:"),
      .checks("mutex", in: .firstAccess, threads: 3),
      .claims("the mutex is proved for three threads", .isProved),
      .answers(
        """
        So to hand out an instance costs a few nanoseconds beyond what Swift does with any object; what costs more is \
        a lock, a second core that counts references to the same object, and above all a hop to an actor. A row with \
        64 threads says how a strategy copes with many threads, and little about 64 threads at once. An \
        access is timed by one thread alone, and by all cores at once: threads that take turns seldom meet at the lock. \
        Compare times only from the same machine and build, with several replicates ('--replicates 10'): two processes \
        of the same program differ by more than most strategies do. 'compare' does the arithmetic. And a count of zero \
        is not a proof: a run shows what happened, a check shows what can happen.
        """),
      .asks(
        "Two reports from different machines: on one of them the same strategy is 30% slower. What do you conclude?",
        .wrong("the strategy got slower"), .right("nothing about the strategy"), .wrong("the second machine is broken")),
      .answers(
        """
        The clock, the caches and the time that a lock's memory takes from core to core determine the times, and all \
        of them differ. Verdicts can be compared between machines; times cannot.
        """),
    ])
}
