extension Lesson {
  static let inheritance = Lesson(
    id: "inheritance", title: "Inheritance: the parent's instance",
    closing: "an instance that is destroyed when it is no longer needed.",
    activities: [
      .says(
        """
        A class method is inherited, and so are the token and the variable inside it. A tutorial considers a base \
        class from which every singleton inherits its accessor, and rejects it. Here is why: two classes would share \
        one token and one variable.
        """),
      .shows("inherited-once"),
      .asks(
        "The accessor is called on the parent class, and then on the child class. What does the second call return?",
        .wrong("the child's own instance"), .right("the parent's instance"), .wrong("nil")),
      .says("Half of the threads ask the parent, half ask the child, and in half of the trials a child comes first:"),
      .runs("inherited-once", "per-class-once", in: .subclass),
      .claims("the class that was asked first decided the class for both", .shows(.wrongClass, for: "inherited-once")),
      .claims(
        "if each class has its own token and variable, each gets its own instance", .passes(for: "per-class-once")),
      .checks("inherited-once", in: .subclass),
      .claims("the threads need not overlap for this", .finds(.wrongClass)),
      .says(
        """
        The macro's second version gives the child its own token. But the child still allocates through the parent's \
        intercepted alloc, which calls the child's accessor while the block of the child's token is running:
        """),
      .runs("subclass-once-recursive", in: .subclass),
      .claims("a token that is used inside its own block stops the process", .ends(in: .trap)),
      .answers(
        """
        A caller that expects the child and gets the parent's instance finds methods missing, later and elsewhere. The \
        macro's third version gives each class a token and a variable, and intercepts alloc for exactly that \
        class. A final class is simpler: a class with a single instance seldom needs children.
        """),
      .asks(
        "Parent and child have a token each. How many instances are there once both were asked?",
        .wrong("one"), .right("two, one for each class"), .wrong("it depends on who was asked first")),
      .answers(
        """
        Each class keeps its own promise. Whether that counts as one instance depends on the promise: the child's \
        instance is also an instance of the parent class, which now has two.
        """),
    ])
}
