import SingletonCore

extension Lesson {
  static let failure = Lesson(
    id: "failure", title: "An initializer that throws, a caller that is canceled",
    closing: "defects of real programs, and what finds them.",
    activities: [
      .says(
        """
        An initializer reads a file, opens a database, or asks a server, and sometimes that fails. The program catches \
        the error and asks again later, when the file is there. What it then gets depends on what the first try has left \
        behind.
        """),
      .shows("once-token"),
      .asks(
        "The block of the token throws. The file comes, and somebody asks again. What do they get?",
        .wrong("an instance: the token lets the next caller try"), .right("nil, and so does everybody after them"),
        .wrong("they wait for somebody to build")),
      .checks("once-token", in: .failing),
      .claims("after the failure, nobody gets an instance", .finds(.nilResults)),
      .answers(
        """
        The token counts blocks that have run, and this one has. A static let is no different: if its initializer can \
        fail, its type is an optional, which stays nil.
        """),
      .runs("static-let-failable", in: .failing, time: .milliseconds(50)),
      .claims("a static let that has failed stays nil", .shows(.nilResults)),
      .says("A lock, a flag, a semaphore and an actor each leave something else:"),
      .runs("mutex", "spin-flag", "semaphore-guarded-throwing", "actor", in: .failing, time: .milliseconds(50)),
      .claims("a lock is released, and the next caller builds", .passes(for: "mutex")),
      .claims(
        "a flag says for good that somebody is building, and all others spin", .ends(in: .hang, for: "spin-flag")),
      .claims(
        "a semaphore that the error skips is never signaled, and each wait ends at its limit",
        .shows(.refused, for: "semaphore-guarded-throwing")),
      .claims("an actor stores nothing, and the next caller builds", .passes(for: "actor")),
      .says(
        """
        Building often awaits something, and an actor that awaits between the check and the store builds twice. The \
        usual repair is to store the task that builds, before anything is awaited:
        """),
      .shows("stored-task"),
      .asks(
        "The task fails. What does the next caller get?", .wrong("an instance, from a new task"),
        .right("the error of the old task"), .wrong("an instance, if nobody else was waiting")),
      .runs("stored-task", "stored-task-retry", in: .failing, time: .milliseconds(50)),
      .claims("a failed task that is kept refuses everybody", .shows(.refused, for: "stored-task")),
      .claims("one that is forgotten is followed by a task that succeeds", .passes(for: "stored-task-retry")),
      .answers(
        """
        A task is a result that is not there yet, and an error is a result. Forget a failed task, but look first whether \
        it is still the one that is kept: those who awaited it wake up one after the other, and the last of them may come \
        when the next task is already building.
        """),
      .asks(
        "A caller is canceled while the stored task builds: the user has closed the view. What happens to the task?",
        .right("nothing: it is not part of that caller"), .wrong("it is canceled, too"),
        .wrong("it is canceled if that caller has started it")),
      .runs("stored-task", "stored-task-canceling", in: .canceled, time: .milliseconds(50)),
      .claims("the stored task goes on, and everybody gets its instance", .passes(for: "stored-task")),
      .claims(
        "with a handler that passes the cancellation on, one closed view leaves everybody without an instance",
        .shows(.refused, for: "stored-task-canceling")),
      .answers(
        """
        Cancellation reaches the child tasks of a caller, and a stored task is nobody's child. A handler that cancels it \
        is right only if nobody else awaits it. A run fails once, in one way, and then asks again; the library \
        SingletonSchedules lets any building fail, cancels the first caller at any moment, and runs the jobs in every order.
        """),
    ])
}
