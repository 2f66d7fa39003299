extension Lesson {
  private static let shared = TestOrders(isShared: true)
  private static let separate = TestOrders(isShared: false)

  static let testOrder = Lesson(
    id: "test-order", title: "State that leaks from test to test, and the order that hides it",
    closing: "how to share objects without a global variable.",
    activities: [
      .says(
        """
        A singleton can do harm even without a second thread. An article on the abuse of singletons describes a page \
        viewer with a cache that is a singleton, and three test cases: without a connection, with a failing server, \
        and with success. They pass. Months later two of them fail, although the viewer has not changed.
        """),
      .showsFile("SingletonCourse/PageViewer", idea: "a page viewer, its cache, and its three test cases"),
      .asks(
        "Three cases can run in six orders, each order in a fresh process with one cache. In how many do all cases pass?",
        .wrong("in all six"), .right("in two"), .wrong("in none")),
      .demonstrates("One cache for all cases of a process, as with a singleton:") { shared.findings },
      .claims(
        "in the order in which they are written, all cases pass",
        .demonstration(expected: "all pass", got: shared.findings[0].outcome)),
      .claims("all cases pass in two of the six orders", .demonstration(expected: "2 of 6", got: shared.passing)),
      .demonstrates("A separate cache for each case:") { separate.findings },
      .claims(
        "with a separate cache for each case, all cases pass in every order",
        .demonstration(expected: "6 of 6", got: separate.passing)),
      .answers(
        """
        The cache is still empty for the two failure cases only if both run before the success case. The state that \
        one case leaves has become the input of the next, so the order decides. Worse than a test that fails is a test \
        that passes for that reason. Run tests in random order, and give each test its own objects.
        """),
      .asks(
        "A tool runs the cases in a random order each time. What do you see?",
        .wrong("all runs fail"), .right("some runs pass and some fail, with the same code"), .wrong("all runs pass")),
      .answers(
        """
        That is called a flaky test. It is not random at all: two of six orders pass, so one run in three does.
        """),
    ])
}
