extension Lesson {
  private static let shared = TestOrders(isShared: true)
  private static let separate = TestOrders(isShared: false)

  static let testOrder = Lesson(
    id: "test-order", title: "State that leaks from test to test, and the order that hides it",
    closing: "how to hand things out without a global variable.",
    steps: [
      .says(
        """
        No thread has to race for a singleton to do harm. Document 004 has a page viewer with a cache that is a \
        singleton, and three test cases: without a connection, with a failing server, and when all goes well. They \
        pass. Months later two of them fail, and nobody has touched the viewer.
        """),
      .showsFile(ShownSource("PageViewer", idea: "a page viewer, its cache, and its three test cases")),
      .asks(
        "Three cases can run in six orders, each order in a fresh process with one cache. In how many do all pass?",
        .wrong("in all six"), .right("in two"), .wrong("in none")),
      .demonstrates(.orders("One cache for all cases of a process, as a singleton is:", shared)),
      .claims(
        "in the order in which they are written, all pass",
        .demonstration(
          expected: "the written order among those that pass", got: "\(shared.passing.count) other orders",
          shared.passing.contains(TestCase.allCases))),
      .claims(
        "they pass in two orders of six",
        .demonstration(
          expected: "2 of 6", got: "\(shared.passing.count) of \(shared.runs.count)",
          shared.passing.count == 2 && shared.runs.count == 6)),
      .demonstrates(.orders("A cache of its own for each case:", separate)),
      .claims(
        "with a cache for each case they pass in every order",
        .demonstration(
          expected: "6 of 6", got: "\(separate.passing.count) of \(separate.runs.count)",
          separate.passing.count == 6 && separate.runs.count == 6)),
      .answers(
        """
        Only where the two failures come before the success does the cache stay empty for them. The state of one case \
        has become the input of the next, and the order decides. Worse than a test that fails is one that passes for \
        that reason. Run tests in random order, and give each its own.
        """),
    ])
}
