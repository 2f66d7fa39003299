extension Lesson {
  static let allocAndInit = Lesson(
    id: "alloc-init", title: "Alloc and init are two steps: a second entry point",
    closing: "a version that intercepts alloc and publishes the instance before it is initialized.",
    activities: [
      .says(
        """
        The token guards the accessor, but the accessor is not the only entry point. In Objective-C an instance is \
        made in two steps, alloc and init. A colleague or a framework that does not know that the class is a singleton \
        will call both. So four of the documents intercept alloc and make it return the shared instance.
        """),
      .shows("once-token-alloc"),
      .asks(
        "Alloc returns the shared instance. Then the caller calls init on it. What happens to its state?",
        .wrong("nothing: the token has already run"), .right("it is lost: the initializer runs on it again"),
        .wrong("it is copied into a second instance")),
      .says("Half of the threads call the accessor; the other half call alloc and init:"),
      .runs("once-token", "once-token-alloc", "init-guarded", in: .mixedConstruction),
      .claims("with the token alone, a second instance is made", .shows(.instances, for: "once-token")),
      .claims(
        "with alloc intercepted there is one instance, but its initializer runs again",
        .shows(.reinits, for: "once-token-alloc")),
      .claims("if the initializer is guarded as well, neither happens", .passes(for: "init-guarded")),
      .checks("once-token-alloc", in: .mixedConstruction),
      .claims("a single thread is enough for this", .finds(.reinits)),
      .answers(
        """
        One step is intercepted, and the other is not: the token runs its block only once, but init is an ordinary \
        method. Everything that the instance has stored since then is reset while others use it. The macro's fourth \
        version guards init too. In Swift the two steps are one, and a private initializer closes the entry point.
        """),
      .asks(
        "And in Swift: how does a caller get a second instance of a class with a private initializer?",
        .wrong("by allocating and initializing in two steps"), .right("not at all, outside of the file"),
        .wrong("by making a subclass")),
      .answers(
        """
        Allocation and initialization are one expression, and a private initializer can be called only where the \
        class is declared. A subclass elsewhere would have to call it, so the compiler refuses that as well.
        """),
    ])
}
