/// The results of the test cases of ``PageViewer`` in every order, the written one first.
struct TestOrders {
  /// All orders, each with the cases that fail in it.
  let runs: [(order: [TestCase], failed: [TestCase])]

  /// Runs the test cases in every order.
  ///
  /// - Parameter isShared: Whether all cases of an order share one cache, as in a process whose cache is a singleton;
  ///   otherwise each case has its own.
  init(isShared: Bool) {
    runs = Self.permutations(of: TestCase.allCases).map { order in
      let shared = PageCache()
      return (order, order.filter { !$0.passes(with: isShared ? shared : PageCache()) })
    }
  }

  /// The number of orders in which all cases pass, such as `2 of 6`.
  var passing: String { "\(runs.count(where: \.failed.isEmpty)) of \(runs.count)" }

  var findings: [Lesson.Finding] {
    runs.map { (Self.names($0.order), $0.failed.isEmpty ? "all pass" : "fails: " + Self.names($0.failed)) }
  }

  private static func names(_ cases: [TestCase]) -> String { cases.map(\.rawValue).joined(separator: ", ") }

  private static func permutations(of cases: [TestCase]) -> [[TestCase]] {
    guard !cases.isEmpty else { return [[]] }
    return cases.flatMap { first in permutations(of: cases.filter { $0 != first }).map { [first] + $0 } }
  }
}
