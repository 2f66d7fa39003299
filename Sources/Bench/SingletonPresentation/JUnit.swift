package import SingletonComparison
package import SingletonCore
import SingletonDrawings
import SingletonTextFormats

/// Results in JUnit's XML format, which CI systems read (the schema of Jenkins' xUnit plugin).
package struct JUnit {
  private let command: String
  private let cases: [TestCase]

  package var text: String {
    func count(_ tag: String) -> Int { cases.count { $0.outcome?.tag == tag } }
    let counts =
      "tests=\"\(cases.count)\" failures=\"\(count("failure"))\" errors=\"\(count("error"))\""
      + " skipped=\"\(count("skipped"))\""
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites \(counts)>\n"
      + "  <testsuite name=\"\(XML.escaped("\(Tool.current.name) \(command)"))\" \(counts)>\n"
      + cases.map(\.element).joined() + "  </testsuite>\n</testsuites>\n"
  }
}

private struct TestCase {
  let scenario: String
  let name: [String]
  /// The duration, or `nil` if a duration would mean nothing.
  var seconds: Double?
  /// The outcome, or `nil` if the test passed.
  let outcome: Outcome?

  struct Outcome {
    let tag: String
    let message: String
    let details: String?

    /// Returns the outcome of a test that has shown a defect of the product.
    static func failed(_ message: String, details: String) -> Outcome {
      Outcome(tag: "failure", message: message, details: details)
    }

    /// Returns the outcome of a test from which nothing can be concluded about the product.
    static func errored(_ message: String, details: String) -> Outcome {
      Outcome(tag: "error", message: message, details: details)
    }

    static func skipped(_ message: String) -> Outcome { Outcome(tag: "skipped", message: message, details: nil) }

    var element: String {
      let opening = "<\(tag) message=\"\(XML.escaped(message))\""
      return details.map { "\(opening)>\(XML.escaped($0))</\(tag)>" } ?? opening + "/>"
    }
  }

  var element: String {
    let time = seconds.flatMap { DecimalFormat.spelled($0, .fixed(3)) }.map { " time=\"\($0)\"" } ?? ""
    let group = XML.escaped("\(Tool.current.name).\(scenario)")
    let opening = "    <testcase classname=\"\(group)\" name=\"\(XML.escaped(name.joined(separator: ", ")))\"\(time)"
    return outcome.map { opening + ">\n      \($0.element)\n    </testcase>\n" } ?? opening + "/>\n"
  }
}

// MARK: - The rows of a run, a check, and a comparison

extension JUnit {
  /// - Parameter rows: The rows of one run. Replicates are pooled.
  package init(run rows: [StressRow]) {
    let silent = Set(RowGroup.bySubject(rows).filter(\.isTooWeak).flatMap(\.unreproducedRows).map(\.key.group))
    self.init(
      command: "run",
      cases: RowGroup.pooled(rows).map { row in
        let nanoseconds = row.rows.compactMap { $0.measured?.wallNanoseconds }.reduce(0, +)
        return TestCase(
          row.key, seconds: Double(nanoseconds) / 1e9, outcome: row.outcome(isSilent: silent.contains(row.key.group)))
      })
  }

  package init(check rows: [CheckRow]) {
    self.init(
      command: "check",
      cases: rows.map { row in
        let form = row.form == .harness ? [] : [row.form.rawValue]
        return TestCase(
          scenario: row.scenario,
          name: [row.strategy] + form + [HumanFormat.counted(row.threads, "thread"), row.model.rawValue],
          outcome: row.outcome)
      })
  }

  package init(comparison rows: [ComparisonRow]) {
    self.init(
      command: "compare",
      cases: rows.map { row in TestCase(row.key, outcome: row.outcome) })
  }
}

extension TestCase {
  fileprivate init(_ key: RowKey, seconds: Double? = nil, outcome: Outcome?) {
    self.init(
      scenario: key.scenario, name: [key.strategy, HumanFormat.counted(key.threads, "thread")] + key.special,
      seconds: seconds, outcome: outcome)
  }
}

extension RowGroup {
  fileprivate func outcome(isSilent: Bool) -> TestCase.Outcome? {
    switch grade {
    case .failed: .failed(breach, details: FailureMessage(breach: self).text(color: false))
    case .notReproduced where isSilent:
      .errored("too weak: \(missing) not reproduced", details: FailureMessage(silence: [self]).text(color: false))
    case nil: .skipped(absences.joined(separator: ", "))
    case .passed, .reproduced, .notReproduced:
      absences.isEmpty ? nil : .skipped("\(lostReplicates): \(absences.joined(separator: ", "))")
    }
  }
}

extension CheckRow {
  fileprivate var outcome: TestCase.Outcome? {
    let findings = found.inOrderOfInterest.map(\.meaning).joined(separator: ", ")
    let drawing = counterexample.map { CounterexampleDrawing($0, command: $0.replayCommand).text } ?? ""
    return switch (verdict, grade) {
    case (.notModeled, _), (.tooManyThreads, _): .skipped(whyOpen ?? "")
    case (_, .failed): .failed("not declared: \(findings)", details: drawing)
    case (_, .notReproduced): .failed("not found: \(expected)", details: "found: \(findings)")
    case (.undecided, _), (_, nil): .errored("not decided", details: whyOpen ?? "")
    default: nil
    }
  }
}

extension ComparisonRow {
  fileprivate var outcome: TestCase.Outcome? {
    if isForgiven { return .skipped(why) }
    // The message and the details both contain the reason, because some CI systems show only one of them.
    let message = "\(verdict.rawValue): \(why)"
    return switch verdict {
    case .worse: .failed(message, details: "\(why)\nnext: \(command)")
    case .missing, .tooWeak, .new: .errored(message, details: why)
    case .notJudged: .skipped(message)
    case .better, .same, .sameOutcomes: nil
    }
  }
}
