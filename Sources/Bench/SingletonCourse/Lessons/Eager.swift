extension Lesson {
  static let eager = Lesson(
    id: "eager", title: "Before main, or at first use: load and initialize",
    closing: "what happens if a singleton has a subclass.",
    activities: [
      .says(
        """
        A race for the first access needs two threads. Objective-C can build the instance before there are two: it \
        calls a class's load method when the program starts. Or it can leave the guard to the runtime: it calls a \
        class's initialize method before the first message to that class, and other threads wait. A tutorial describes \
        both.
        """),
      .shows("eager-load"),
      .asks(
        "A child inherits the initialize method that builds its parent's instance. What does the child's first use do?",
        .wrong("nothing: the method has run already"), .wrong("it builds an instance of the child"),
        .right("the method runs again, on the parent's instance")),
      .says("First, all threads only call the accessor; then half of the threads call alloc and init:"),
      .runs("eager-load", "class-initialize", in: .firstAccess),
      .claims("the instance that load builds exists before any thread asks", .passes(for: "eager-load")),
      .claims("initialize builds its instance once", .passes(for: "class-initialize")),
      .runs("eager-load", "class-initialize", in: .mixedConstruction),
      .claims("load does not guard init", .shows(.reinits, for: "eager-load")),
      .claims("nor does initialize", .shows(.reinits, for: "class-initialize")),
      .says("Now half of the threads ask a child:"),
      .runs("class-initialize", in: .subclass),
      .claims(
        "the child's first use initializes the parent's instance again, and gets it", .shows(.reinits, .wrongClass)),
      .answers(
        """
        "Once" means once per class that has the method, and a child has it too; so the method has to ask which class \
        it runs for. The load method is not called for a child that inherits it. But it builds an instance even if \
        none is needed, at a time when other classes may not be ready and nothing can be passed to it. Swift has \
        neither method. A static let is initialized at its first use, by its own token, which no subclass shares.
        """),
      .asks(
        "What can an instance that is built at load not have?",
        .wrong("a lock"), .right("anything that is known only later, such as a user's choice"), .wrong("a name")),
      .answers(
        """
        The runtime calls the initializer, so your code cannot pass it anything. The initializer has to find what it \
        needs in files, in the environment, or in other singletons that may not exist yet.
        """),
    ])
}
