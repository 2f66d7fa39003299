extension Lesson {
  static let lazyBuilding = Lesson(
    id: "lazy", title: "One instance is not guaranteed", closing: "a lock around the accessor, and what it costs.",
    activities: [
      .says(
        """
        A singleton promises that all callers get the same instance. The usual first version builds it at the first \
        call and keeps it in a variable. With one thread the promise holds. With two threads there is a gap: after one \
        thread has checked the variable, and before it stores the instance, another thread may check it too.
        """),
      .shows("unsynchronized-lazy"),
      .asks(
        "Two threads call the accessor at the same time. How many instances can they get?",
        .wrong("one"), .right("one or two"), .wrong("always two")),
      .says(
        "In a trial, both threads call the accessor of one fresh variable together. The run makes one trial after the"
          + " other, as many as there is time for:"),
      .runs("unsynchronized-lazy", in: .firstAccess, time: .milliseconds(300)),
      .claims("two threads that called the same accessor got two instances", .shows(.instances)),
      .says(
        """
        A run shows that this happened, but not how. The model checker runs the same source in every order that its \
        steps can have, and draws an order that goes wrong. Here it assumes sequential consistency: the steps of all threads \
        happen one after the other, and each read sees the newest value.
        """),
      .checks("unsynchronized-lazy", in: .firstAccess, under: .sc),
      .claims("no weak memory is needed: it happens even one step at a time", .finds(.instances)),
      .answers(
        """
        A trial ends well if the threads do not hit the gap together, and outside of a race they rarely do. That is \
        what makes it dangerous: the test at your desk passes. In the table, "violating" is the share of trials with more \
        than one instance. It depends on how many threads can meet in the initializer: 'run --strategy \
        unsynchronized-lazy --scenario first-access --threads 64 --initializer-cost 0,yield,sleep:1ms' compares an \
        initializer that does nothing else, one that lets other threads run, and one that sleeps.
        """),
      .asks(
        "What would close the gap?",
        .wrong("checking the variable once more before the store"),
        .right("keeping other threads out from the check until the store"), .wrong("building faster")),
      .answers(
        """
        However late a check comes, there is a gap between it and the store, and a faster initializer only makes it \
        shorter. The check and the store have to be one step for all other threads.
        """),
    ])
}
