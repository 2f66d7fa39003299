extension Lesson {
  static let inheritance = Lesson(
    id: "inheritance", title: "Inheritance: the parent's instance",
    closing: "an instance that goes when nobody needs it any more.",
    steps: [
      .says(
        """
        A class method is inherited, and so are the token and the variable inside it. Document 001 considers a base \
        class from which every singleton inherits its accessor, and turns it down. Here is why: two classes share one \
        token and one variable.
        """),
      .shows("inherited-once"),
      .asks(
        "A child is asked for its instance after the parent was. What comes back?",
        .wrong("the child's own instance"), .right("the parent's instance"), .wrong("nil")),
      .says("Half of the threads ask the parent, half the child, and in half of the trials a child comes first:"),
      .runs("inherited-once", "per-class-once", in: .subclass),
      .claims(
        "whoever came first decided the class for both", .run("inherited-once", .subclass, shows: .wrongClass)),
      .claims("with a token and a variable for each class, each gets its own", .runPasses("per-class-once", .subclass)),
      .checks("inherited-once", in: .subclass),
      .claims(
        "no thread has to meet another for it",
        .check("inherited-once", .subclass, finds: .wrongClass)),
      .says(
        """
        The second version of document 000 gives the child a token of its own, and lets it allocate through the \
        parent's interception, which asks the child's accessor, whose block is running:
        """),
      .runs("subclass-once-recursive", in: .subclass),
      .claims(
        "a token that is asked inside its own block stops the process",
        .run("subclass-once-recursive", .subclass, endsIn: .trap)),
      .answers(
        """
        A child that gets the parent's instance finds methods missing, later and elsewhere. The third version of \
        document 000 gives each class a token and a variable, and intercepts alloc for exactly that class. The shorter \
        way is a final class: what should have one instance seldom needs children.
        """),
    ])
}
