extension Lesson {
  static let allocAndInit = Lesson(
    id: "alloc-init", title: "Alloc and init are two steps: the second way in",
    closing: "a form that intercepts allocation and publishes what nobody has initialized yet.",
    steps: [
      .says(
        """
        The token guards the accessor, and the accessor is not the only entryPoint. In Objective-C an instance is made in two \
        steps, alloc and init, and a colleague or a framework that does not know the class is a singleton will take \
        them. So four of the documents intercept alloc, and let it answer the shared instance.
        """),
      .shows("once-token-alloc"),
      .asks(
        "Alloc answers the shared instance. Then the caller sends it init. What becomes of its state?",
        .wrong("nothing: the token has fired"), .right("it is lost: the initializer runs on it again"),
        .wrong("it is copied into a second instance")),
      .says("Half of the threads ask the accessor, the others construct:"),
      .runs("once-token", "once-token-alloc", "init-guarded", in: .mixedConstruction),
      .claims(
        "a bare token lets a second instance in", .run("once-token", .mixedConstruction, shows: .instances)),
      .claims(
        "intercepted alloc keeps one instance, and its initializer runs again",
        .run("once-token-alloc", .mixedConstruction, shows: .reinits)),
      .claims(
        "where the initializer is guarded as well, neither happens", .runPasses("init-guarded", .mixedConstruction)),
      .checks("once-token-alloc", in: .mixedConstruction),
      .claims(
        "one thread alone is enough for it",
        .check("once-token-alloc", .mixedConstruction, finds: .reinits)),
      .answers(
        """
        One step is intercepted, and the other is not: the token has fired, but init is an ordinary method. Whatever \
        the instance had learned since is reset, under the eyes of those who use it. The fourth version of document 000 \
        guards init too. In Swift the two steps are one, and a private initializer closes the entryPoint.
        """),
    ])
}
