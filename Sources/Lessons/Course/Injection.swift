extension Lesson {
  private static let sharing = InjectionDemo(Root.sameUser()).isShared
  private static let separate = !InjectionDemo(Root.userAfterUser()).isShared

  static let injection = Lesson(
    id: "injection", title: "Dependency injection: not a singleton at all",
    closing: "what the language brings for those instances that are really global.",
    steps: [
      .says(
        """
        Document 004 ends with another question: does this have to be global? A thumbnail cache belongs to a user. So \
        let the user own it, and hand the user to whoever needs it. Nothing looks anything up; what a class needs \
        stands in its initializer.
        """),
      .showsFile(
        ShownSource("FriendList", idea: "a user who owns a cache, two views, and the place that puts them together")),
      .asks(
        "When do two views share a cache?",
        .wrong("always: there is one"), .wrong("never"), .right("when somebody hands both the same user")),
      .demonstrates(Demonstration(title: "The views are put together in two ways:", findings: InjectionDemo.findings)),
      .claims("one user, one cache", .demonstration(expected: "one cache", got: "two", sharing)),
      .claims("two users share nothing", .demonstration(expected: "two caches", got: "one", separate)),
      .says("The same as a strategy. A teardown is a new owner, and old work keeps the one it was handed:"),
      .shows("scoped-owner"),
      .runs("scoped-owner", in: .teardown),
      .claims("the teardown harms nobody", .runPasses("scoped-owner", .teardown)),
      .runs("scoped-owner", in: .lateUse),
      .claims("late work finds its own owner's instance", .runPasses("scoped-owner", .lateUse)),
      .checks("scoped-owner", in: .lateUse),
      .claims("that is proved for two threads", .checkProves("scoped-owner", .lateUse)),
      .runs("scoped-owner", in: .mixedConstruction),
      .claims(
        "anybody may construct another: nothing claims to be the only one",
        .run("scoped-owner", .mixedConstruction, shows: .instances)),
      .answers(
        """
        The instance exists before anybody is handed it, so no accessor races. It ends when its owner does, so nothing \
        is torn down. A test makes an owner of its own, so nothing leaks. What is given up is the short way, asking for \
        it from anywhere, and that was the trouble.
        """),
    ])
}
