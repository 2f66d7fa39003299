extension Lesson {
  private static let sameUser = caches(of: Root.sameUser())
  private static let userAfterUser = caches(of: Root.userAfterUser())

  /// Returns how many caches two views have, in words.
  private static func caches(of views: (list: FriendList, profile: ProfileView)) -> String {
    views.list.user.thumbnails === views.profile.user.thumbnails ? "one cache" : "two caches"
  }

  static let injection = Lesson(
    id: "injection", title: "Dependency injection: not a singleton at all",
    closing: "what Swift provides for instances that really are global.",
    activities: [
      .says(
        """
        The article on the abuse of singletons ends with another question: does this have to be global? A thumbnail \
        cache belongs to a user. So let the user own it, and pass the user to every object that needs it. Nothing \
        looks up a global instance; the initializer of a class lists what the class needs.
        """),
      .showsFile(
        "SingletonCourse/FriendList", idea: "a user who owns a cache, two views, and the code that puts them together"),
      .asks(
        "When do two views share a cache?",
        .wrong("always: there is only one"), .wrong("never"), .right("when both receive the same user")),
      .demonstrates("The views are created in two ways:") {
        [("both views receive the same user", sameUser), ("each view receives its own user", userAfterUser)]
      },
      .claims("one user, one cache", .demonstration(expected: "one cache", got: sameUser)),
      .claims("two users share nothing", .demonstration(expected: "two caches", got: userAfterUser)),
      .says(
        """
        Now the same idea as a strategy. A teardown creates a new owner, and old work keeps what it was given. At the \
        end of a trial, every thread lets go, and an instance that is still alive then breaks the promise:
        """),
      .shows("scoped-owner"),
      .runs("scoped-owner", in: .teardown),
      .claims("a teardown breaks no promise", .passes()),
      .runs("scoped-owner", in: .lateUse),
      .claims("old work gets its own owner's instance, which ends with its last user", .passes()),
      .checks("scoped-owner", in: .lateUse),
      .claims("this is proved for two threads", .isProved),
      .runs("scoped-owner", in: .mixedConstruction),
      .claims("any caller may construct another instance: none claims to be the only one", .shows(.instances)),
      .answers(
        """
        The instance exists before anyone receives it, so no accessor has to build it while other threads call. It \
        lives as long as its owner, so nothing has to be torn down. A test creates its own owner, so no state leaks to \
        the next test. What you give up is access to the instance from anywhere, and that was the problem.
        """),
      .asks(
        "How do you see what a view depends on?",
        .right("by the parameters of its initializer"), .wrong("not at all"), .wrong("by the cache's accessor")),
      .answers(
        """
        The list of parameters gets long if the view does too much, which is worth knowing. With accessors the list is \
        just as long, but hidden.
        """),
    ])
}
