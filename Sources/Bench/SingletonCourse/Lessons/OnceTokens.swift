extension Lesson {
  static let onceTokens = Lesson(
    id: "once", title: "Once tokens", closing: "the other ways to get an instance, which no token guards.",
    activities: [
      .says(
        """
        A once token runs a block once in its lifetime, for the first caller. It is double-checked locking with the \
        right memory orders, ready to use, and all five documents have it in some form.
        """),
      .shows("once-token"),
      .asks(
        "A thread calls the accessor while another thread runs the block. What does it get?",
        .wrong("nil, since there is no instance yet"), .wrong("its own instance, which is thrown away"),
        .right("the instance, after it has waited")),
      .runs("once-token", "compare-exchange", in: .firstAccess),
      .claims(
        "with the token, the initializer ran once in every trial, and all threads got that instance",
        .passes(for: "once-token")),
      .claims(
        "publishing by compare-and-exchange hands out one instance, too, but builds more",
        .shows(.inits, for: "compare-exchange")),
      .checks("once-token", in: .firstAccess, threads: 3),
      .claims("the token is proved for three threads", .isProved),
      .answers(
        """
        The other threads wait until the block is done. With compare-and-exchange no thread waits: several threads may \
        build an instance, and all but one are destroyed again. That is fine for a cheap instance, but wrong for one \
        that opens a file. In the table, "inits /trial" is how often the initializer ran per trial.
        """),
      .asks(
        "The instance opens a file. Which of the two do you choose?",
        .right("the token: only one thread opens the file"), .wrong("compare-and-exchange: no thread waits"),
        .wrong("either: there is one instance in the end")),
      .answers(
        """
        There is one instance in the end, but with compare-and-exchange several files were opened on the way, and all \
        but one were closed again. The side effects of an initializer count, too.
        """),
    ])
}
