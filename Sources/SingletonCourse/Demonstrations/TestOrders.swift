/// The results of the test cases of ``PageViewer`` in every order.
struct TestOrders {
  /// One order, and the cases that fail in it.
  struct Run {
    let order: [TestCase]
    let failed: [TestCase]
  }

  let runs: [Run]

  /// Runs the test cases in every order.
  ///
  /// - Parameter isShared: Whether all cases of an order share one cache, as in a process whose cache is a singleton;
  ///   otherwise each case has its own.
  init(isShared: Bool) {
    runs = Self.permutations(of: TestCase.allCases).map { order in
      let shared = PageCache()
      return Run(order: order, failed: order.filter { !$0.passes(with: isShared ? shared : PageCache()) })
    }
  }

  var passing: [[TestCase]] { runs.filter(\.failed.isEmpty).map(\.order) }

  private static func permutations(of cases: [TestCase]) -> [[TestCase]] {
    guard !cases.isEmpty else { return [[]] }
    return cases.flatMap { first in permutations(of: cases.filter { $0 != first }).map { [first] + $0 } }
  }
}

extension Demonstration {
  static func orders(_ title: String, _ orders: TestOrders) -> Demonstration {
    Demonstration(title: title, findings: { orders.runs.map { ($0.order.names, $0.outcome) } })
  }
}

extension [TestCase] {
  fileprivate var names: String { map(\.rawValue).joined(separator: ", ") }
}

extension TestOrders.Run {
  fileprivate var outcome: String { failed.isEmpty ? "all pass" : "fails: " + failed.names }
}
