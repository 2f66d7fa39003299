extension Lesson {
  static let awaiting = Lesson(
    id: "await", title: "An await lets others in: every schedule of two tasks",
    closing: "what initializers that ask for each other do.",
    activities: [
      .says(
        """
        An actor runs one job at a time, and that reads like a lock. But a job may end at each await, and then the actor \
        runs the next one that is ready, such as the first job of another task. What a task has seen before the await may \
        no longer be so after it.
        """),
      .showsFile("PlainSwift/ActorAwaiting", idea: "the actor awaits while it builds, between the check and the store"),
      .asks(
        "Two tasks ask a fresh actor for its token, each once. How many tokens can they get?",
        .wrong("one: an actor serves its callers one at a time"), .right("one or two"), .wrong("none: they deadlock")),
      .says("First on real threads, where only some orders of the jobs occur:"),
      .runs("actor-awaiting", in: .firstAccess, time: .milliseconds(300)),
      .claims("an actor that awaits while it builds hands out several instances", .shows(.instances)),
      .says(
        """
        Now every order. Wherever a task can switch from one executor to another, any of the jobs that are ready may run \
        next; each sequence of these choices is a schedule. Schedules that differ only in which of the two tasks is which \
        count once. The code is the one above, as it is compiled:
        """),
      .visitsSchedules("actor-awaiting"),
      .claims("in some schedules of two tasks, there are two tokens", .finds(.instances)),
      .answers(
        """
        A schedule is drawn with a row for each job: the line at which its task continues, the actor on which it runs, and \
        where the task goes on next. Both tasks look before either has stored: Task.yield leaves the actor, so the first \
        one's job ends there, and the actor is free. A bar joins the two results that differ. The check and the store \
        are two separate jobs of the actor: the gap of the first lesson again, with tasks instead of threads.
        """),
      .says(
        """
        The remedy is to store something before the first await: the task that builds. Whoever comes later finds it, and \
        awaits the same result.
        """),
      .showsFile("PlainSwift/StoredTask", idea: "an actor keeps the task that builds, and all callers await it"),
      .asks(
        "Three tasks ask this actor. In how many of their schedules do they get different instances?",
        .right("in none"), .wrong("in a few"), .wrong("in most of them")),
      .visitsSchedules("stored-task", tasks: 3),
      .claims("in every schedule of three tasks, all get the same instance", .isProved),
      .answers(
        """
        Between the look and the store there is no await, so they are one job, and no other job of the actor comes \
        between. The proof is about the order of jobs: memory that no actor guards, which two jobs may use at the same \
        time, is not part of it. Your own actors are checked in the same way, in a test, by SingletonSchedules. What a \
        kept task does to those who come after a failure is the subject of another lesson (learn failure).
        """),
    ])
}
