package import Core
import TextFormats

/// A page with everything that a report says. It needs no network, no script, and no other file.
package struct Page {
  private let reports: [PageReport]
  private let results: [CheckRow]?
  /// The only report, or the new one.
  private let subject: PageReport

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - reports: One report, or the old and the new one. Each has rows.
  ///   - results: The results of a check, or `nil` if none were given.
  package init(_ reports: [PageReport], check results: [CheckRow]? = nil) {
    self.reports = reports
    self.results = results
    subject = reports.last!
  }

  package var text: String {
    let parts = parts
    return Markup.document(
      .element(
        "html", ["lang": "en"],
        .element(
          "head", [:], .element("meta", ["charset": "utf-8"]),
          .element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
          .element("meta", ["name": "color-scheme", "content": "light dark"]),
          .element("title", text: "singleton-bench: \(headline)"), StyleSheet.markup),
        .element("body", [:], [verdict, contents(of: parts), .element("main", [:], parts.map(section))])))
  }

  // MARK: - The verdict

  private var headline: String { RunVerdict(of: subject.rows).sentence }

  private var verdict: Markup {
    let color = GradeColor(RunVerdict(of: subject.rows))
    let sign: Markup = .element("span", ["class": "sign", "aria-hidden": "true"], text: color.sign)
    let counts = reports.reversed().map { report in
      let words = report.name == subject.name ? "" : RunVerdict(of: report.rows).sentence + ". "
      return Markup.element("p", text: report.prefix + words + RunSummary(report.rows).counts)
    }
    let check = results.map { [CheckVerdictLine($0).markup] } ?? []
    let notes = notes.map { Markup.element("p", ["class": "note"], text: "Note: \($0)") }
    return .element(
      "header", ["class": "verdict \(color.rawValue)"],
      [.element("h1", [:], sign, .text(" " + subject.prefix + headline))] + counts + check + notes)
  }

  private var notes: [String] {
    let machines = Set(reports.flatMap { $0.rows.map(\.host.fingerprint) })
    let isSplit = reports.count == 2 && machines.count > 1
    return reports.flatMap { report in report.notes.map { report.prefix + $0 } }
      + (isSplit
        ? ["the two reports come from different machines or builds: their times cannot be compared"] : [])
  }

  // MARK: - The parts

  private struct Part {
    let id: String
    let title: String
    let content: [Markup]
  }

  private func contents(of parts: [Part]) -> Markup {
    .element(
      "nav", ["aria-label": "Parts of this page"],
      .element(
        "ul", [:],
        parts.map { .element("li", [:], .element("a", ["href": "#" + $0.id], text: $0.title)) }))
  }

  private func section(_ part: Part) -> Markup {
    .element(
      "section", ["aria-labelledby": part.id], [.element("h2", ["id": part.id], text: part.title)] + part.content)
  }

  private var parts: [Part] {
    let failures = RunSummary(subject.rows).messages
    return [
      failures.isEmpty
        ? nil
        : Part(
          id: "failures", title: "What needs a look",
          content: failures.map { .element("pre", text: $0) }),
      GradeMatrix(reports).changes.map { changes in
        Part(
          id: "changes", title: "What changed",
          content: changes.rows.isEmpty ? [.element("p", text: "No grade is another.")] : [changes.markup])
      },
      Part(id: "matrix", title: "Strategies and scenarios", content: GradeMatrix(reports).markup),
      Part(id: "cost", title: "Cost by thread count", content: CostChart(reports).markup),
      Part(id: "first", title: "First access against later accesses", content: FirstAccessChart(reports).markup),
      Part(id: "rates", title: "How often it goes wrong", content: RateChart(reports).markup),
      results.map { Part(id: "executions", title: "Every execution", content: CheckMatrix($0).markup) },
      results.map { Part(id: "examples", title: "Counterexamples", content: CounterexampleView($0).markup) },
      Part(id: "machine", title: "Machine and seed", content: MachineFacts(reports).markup),
      Part(id: "limits", title: "What this cannot see", content: Limitations(reports, results).markup),
      Part(id: "rows", title: "All rows", content: MachineFacts(reports).rows),
    ].compactMap(\.self)
  }
}

extension RunVerdict {
  var sentence: String {
    switch self {
    case .passed: "Every promise was kept, and every known defect was reproduced"
    case .failed: "Failed: something happened that is not declared"
    case .tooWeak: "Too weak: a known defect was not reproduced, so silence elsewhere means little"
    case .nothingRan: "Nothing ran"
    case .interrupted: "The run was interrupted"
    }
  }
}
