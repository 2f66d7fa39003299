import SingletonCore
import SingletonTextFormats

/// Results in the JUnit XML format that CI systems read (the schema of Jenkins' xUnit plugin).
package struct JUnit {
  package struct TestCase: Sendable {
    package enum Outcome: Sendable {
      case passed
      /// The product is defective. The values are a one-line message and details.
      case failed(String, details: String)
      /// Nothing can be concluded about the product.
      case errored(String, details: String)
      case skipped(String)
    }

    let group: String
    let name: String
    /// The duration, or `nil` if it has no meaning.
    let seconds: Double?
    let outcome: Outcome

    package init(group: String, name: String, seconds: Double? = nil, outcome: Outcome) {
      self.group = group
      self.name = name
      self.seconds = seconds
      self.outcome = outcome
    }
  }

  private let suite: String
  private let cases: [TestCase]

  package init(suite: String, cases: [TestCase]) {
    self.suite = suite
    self.cases = cases
  }

  package var text: String {
    let failures = cases.count { if case .failed = $0.outcome { true } else { false } }
    let errors = cases.count { if case .errored = $0.outcome { true } else { false } }
    let skipped = cases.count { if case .skipped = $0.outcome { true } else { false } }
    let counts = "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\""
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites \(counts)>\n"
      + "  <testsuite name=\"\(XML.escaped(suite))\" \(counts)>\n" + cases.map(\.element).joined()
      + "  </testsuite>\n</testsuites>\n"
  }
}

extension JUnit.TestCase {
  fileprivate var element: String {
    let time = seconds.flatMap { DecimalFormat.spelled($0, .fixed(3)) }.map { " time=\"\($0)\"" } ?? ""
    let opening = "    <testcase classname=\"\(XML.escaped(group))\" name=\"\(XML.escaped(name))\"\(time)"
    guard let child else { return opening + "/>\n" }
    return opening + ">\n      \(child)\n    </testcase>\n"
  }

  private var child: String? {
    switch outcome {
    case .passed: nil
    case .failed(let message, let details): finding("failure", message, details)
    case .errored(let message, let details): finding("error", message, details)
    case .skipped(let message): "<skipped message=\"\(XML.escaped(message))\"/>"
    }
  }

  private func finding(_ tag: String, _ message: String, _ details: String) -> String {
    "<\(tag) message=\"\(XML.escaped(message))\">\(XML.escaped(details))</\(tag)>"
  }
}
