extension Lesson {
  static let numbers = Lesson(
    id: "numbers", title: "How to read a number: floor, contention, oversubscription",
    closing: """
      To go on: 'list' has all strategies, 'explain STRATEGY' what is known of one, 'check' proves or refutes it. \
      CONTRIBUTING.md shows, step by step, how to add one of your own.
      """,
    steps: [
      .says(
        """
        A time is a time of a machine, a build, a load and a number of threads. Three of them are easily mistaken for \
        the strategy. The floor is what the measuring loop costs without any strategy. Contention is what threads cost \
        each other. Oversubscription is more threads than cores: then they take turns, and most wait for a core and not \
        for the lock.
        """),
      .shows("mutex"),
      .asks(
        "64 threads ask for the instance on a machine with a few cores. How many are running at one instant?",
        .wrong("64"), .right("as many as there are cores"), .wrong("one")),
      .runs("mutex", in: .firstAccess, threads: [1, 2, 64], showing: .times),
      .claims("with any number of threads every trial had one instance", .runPasses("mutex", .firstAccess)),
      .claims(
        "an access costs at least twice what the loop around it does",
        .cost(.access("mutex", threads: 1), isAtLeast: 2, times: .floor("mutex", threads: 1))),
      .claims(
        "a second thread makes each access at least one and a half times as long",
        .cost(.access("mutex", threads: 2), isAtLeast: 1.5, times: .access("mutex", threads: 1))),
      .claims(
        "64 threads used no more processor time than the cores have",
        .processorTimeIsThatOfTheCores("mutex", threads: 64)),
      .says("What does not depend on the machine is what was proved of it:"),
      .checks("mutex", in: .firstAccess, threads: 3),
      .claims("the mutex is proved for three threads", .checkProves("mutex", .firstAccess)),
      .answers(
        """
        So a row with 64 threads says how a strategy bears a crowd, and little about 64 threads at once: an access may \
        even look cheaper than with two, because threads that take turns seldom meet at the lock. Compare times \
        of one machine and one build only, with several replicates ('--replicates 10'): two processes of the same \
        program differ by more than most strategies do. 'compare' does the arithmetic. And a count of nothing is not a \
        proof: a race shows what happened, a check what can.
        """),
    ])
}
