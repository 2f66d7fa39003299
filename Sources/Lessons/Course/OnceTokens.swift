extension Lesson {
  static let onceTokens = Lesson(
    id: "once", title: "Once tokens",
    closing: "the other ways to an instance, which no token guards.",
    steps: [
      .says(
        """
        A once token takes a block and runs it once in its life, whoever comes first. It is double-checked locking done \
        by somebody who got the orderings right, and all five documents have it in some form.
        """),
      .shows("once-token"),
      .asks(
        "A thread asks while another runs the block. What does it get?",
        .wrong("nil, since nothing is there yet"), .wrong("an instance of its own, which is thrown away"),
        .right("the instance, after it has waited")),
      .runs("once-token", "compare-exchange", in: .firstAccess),
      .claims(
        "with the token the initializer ran once in every trial, and all got that instance",
        .runPasses("once-token", .firstAccess)),
      .claims(
        "publishing by compare-and-exchange hands out one instance too, but builds more",
        .run("compare-exchange", .firstAccess, shows: .inits)),
      .checks("once-token", in: .firstAccess, threads: 3),
      .claims("the token is proved for three threads", .checkProves("once-token", .firstAccess)),
      .answers(
        """
        The others wait until the block is done. That is the difference to compare-and-exchange, where nobody waits, \
        several may build, and all but one are destroyed again: fine for a cheap instance, wrong for one that opens a \
        file. "inits /trial" in the table is how often the initializer ran.
        """),
    ])
}
