extension Lesson {
  static let remedies = Lesson(
    id: "remedies", title: "Two remedies for a teardown: wait for the work, or cancel it",
    closing: "who may destroy the instance, and how to keep everyone from doing so.",
    activities: [
      .says(
        """
        A teardown goes wrong if any remaining work calls the accessor afterward. So there must be none: either the \
        logout waits until all work has ended, or it cancels the work. Here is a download on a queue that can be held \
        up at each step, so that the order is the same in every run:
        """),
      .showsFile("SingletonCourse/PictureCache", idea: "a cache with a teardown, and a download that fills it"),
      .asks(
        "A logout cancels a download that waits for the network, and tears the cache down. Where does the picture go?",
        .wrong("nowhere: the download was canceled"), .wrong("into the old cache"), .right("into the next user's cache")
      ),
      .demonstrates("Then the next user looks into the cache:") { Logout.findings },
      .claims("without a remedy, the next user has an old picture", .logout([.tearDownOnly], leaveNothing: false)),
      .claims(
        "waiting is a remedy, and so is canceling work that has not begun",
        .logout([.wait, .cancelEarly], leaveNothing: true)),
      .claims(
        "canceling does not stop work that has begun, so the logout has to wait for it",
        .logout([.cancelLate], leaveNothing: false)),
      .claims("canceling and then waiting is a remedy for all work", .logout([.cancelAndWait], leaveNothing: true)),
      .claims("work that was given its own cache needs no remedy", .logout([.handOver], leaveNothing: true)),
      .answers(
        """
        Canceling is a request: the queue drops the work that it has not started, and the rest continues. So both \
        remedies end in waiting, and the user watches the logout until the network answers. The logout also has to \
        know about all work, in every module that calls the accessor. Work that was given its own user's cache needs \
        no order: the old cache ends when the last download lets go of it.
        """),
      .asks(
        "A new module is added that also starts downloads. What has to change for the logout to stay clean?",
        .wrong("nothing"), .right("the logout has to know about it, or the module gets the user's own cache"),
        .wrong("the cache needs another lock")),
      .answers(
        """
        With one cache for all modules, each new module that uses it is a new case for the logout. If work is given \
        its cache, the logout does not have to know what is still running.
        """),
    ])
}

extension Evidence {
  /// Returns evidence that all of these logouts leave an empty cache, or that none of them does.
  fileprivate static func logout(_ logouts: [Logout], leaveNothing isClean: Bool) -> Evidence {
    .demonstration(expected: cache(isEmpty: isClean), got: found(after: logouts))
  }

  private static func found(after logouts: [Logout]) -> String {
    Set(logouts.map { cache(isEmpty: Logout.clean.contains($0)) }).sorted().joined(separator: " or ")
  }

  private static func cache(isEmpty: Bool) -> String { isEmpty ? "an empty cache" : "an old picture" }
}
