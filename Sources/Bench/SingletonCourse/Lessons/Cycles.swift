import SingletonCore
import SingletonStrategyKit

extension Lesson {
  static let cycles = Lesson(
    id: "cycles", title: "Initializers that wait for each other", closing: "what a failure leaves behind.",
    activities: [
      .says(
        """
        A theme reads the settings, and the settings have a default for each theme. Each is a static let, each is \
        right on its own, and no line of either says that it needs itself. But the initializer of the theme asks the \
        settings, and theirs asks the theme.
        """),
      .shows("static-let"),
      .asks(
        "One thread asks for the theme, and nobody else asks for anything. What does it get?",
        .wrong("the theme, with the defaults of the settings"), .wrong("a theme that is half-built"),
        .right("nothing: it waits for itself, or the process ends")),
      .runs("static-let", in: .reentrant, threads: [1], time: .milliseconds(50)),
      .claims(
        "a static let whose initializer asks for it \(staticLetHangs ? "waits forever" : "stops the process")",
        .ends(in: staticLetHangs ? .hang : .trap)),
      .answers(
        """
        The runtime lets one thread initialize a constant, and everybody else wait until it has. That this very thread \
        asks again is noticed on Apple's systems, which stop the process. On Linux it waits. With two constants it is \
        the same: the way leads through the other one, and back.
        """),
      .says(
        """
        With two threads, no thread has to wait for itself: one asks for the theme, the other for the settings, and each \
        initializer asks for what the other thread is building. The same with a once token for each class; here the class \
        'parent' is the theme and its subclass 'child' the settings:
        """),
      .shows("per-class-once"),
      .asks(
        "Each thread holds one token and needs the other. Which order of calls saves them?",
        .wrong("the theme first, always"), .right("none: a thread alone asks for its own token again"),
        .wrong("both at the same time")),
      .checks("per-class-once", in: .mutualInitialization),
      .claims("two threads wait for each other forever", .finds(.hang)),
      .claims("a thread that is alone asks for its own token again, which stops the process", .finds(.trap)),
      .says("A registry with one lock for everything cannot be asked by an initializer at all:"),
      .runs("keyed-registry", in: .mutualInitialization, time: .milliseconds(50)),
      .claims("every trial stops the process, also without a second thread", .ends(in: .trap)),
      .answers(
        """
        Stopping at once is better than a wait that depends on who comes first: the first test that asks shows it, with a \
        stack. Of a wait, a stress test of one's own says the same, and so does a run of a debug build, in the column remark: the stacks of \
        the threads that wait name the constants and which initializer waits for which. The cure is an order: the theme gets the settings as an \
        argument, and the settings know nothing of the theme until somebody asks them for a default.
        """),
    ])

  private static let staticLetHangs = ReentrantPrimitive.staticLet.endings() == [.hang]
}
