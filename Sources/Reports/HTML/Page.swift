import Outcomes

/// One page of everything that a report says: it needs no network, no script and no other file.
package struct Page {
  private let sides: [ReportSide]
  private let results: [CheckResult]?
  /// The only side, or the new one.
  private let subject: ReportSide

  /// - Parameters:
  ///   - sides: one, or the old one and the new one; each has rows.
  ///   - results: of a check; nil = none was given.
  package init(_ sides: [ReportSide], check results: [CheckResult]? = nil) {
    self.sides = sides
    self.results = results
    subject = sides.last!
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

  private var headline: String { Verdict(of: subject.rows).sentence }

  private var verdict: Markup {
    let tint = Tint(Verdict(of: subject.rows))
    let sign: Markup = .element("span", ["class": "sign", "aria-hidden": "true"], text: tint.sign)
    let counts = sides.reversed().map { side in
      let words = side.name == subject.name ? "" : Verdict(of: side.rows).sentence + ". "
      return Markup.element("p", text: side.prefix + words + RunSummary(side.rows).counts)
    }
    let check = results.map { [CheckVerdictLine($0).markup] } ?? []
    let notes = notes.map { Markup.element("p", ["class": "note"], text: "Note: \($0)") }
    return .element(
      "header", ["class": "verdict \(tint.rawValue)"],
      [.element("h1", [:], sign, .text(" " + subject.prefix + headline))] + counts + check + notes)
  }

  private var notes: [String] {
    let machines = Set(sides.flatMap { $0.rows.map(\.host.fingerprint) })
    let isSplit = sides.count == 2 && machines.count > 1
    return sides.flatMap { side in side.notes.map { side.prefix + $0 } }
      + (isSplit
        ? ["the two reports come from different machines or builds: their times cannot be held together"] : [])
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
      GradeMatrix(sides).changes.map { changes in
        Part(
          id: "changes", title: "What changed",
          content: changes.rows.isEmpty ? [.element("p", text: "No grade is another.")] : [changes.markup])
      },
      Part(id: "matrix", title: "Strategies and scenarios", content: GradeMatrix(sides).markup),
      Part(id: "cost", title: "Cost by thread count", content: CostChart(sides).markup),
      Part(id: "first", title: "First access against later accesses", content: FirstAccessChart(sides).markup),
      Part(id: "rates", title: "How often it goes wrong", content: RateChart(sides).markup),
      results.map { Part(id: "executions", title: "Every execution", content: CheckMatrix($0).markup) },
      results.map { Part(id: "examples", title: "Counterexamples", content: CounterexampleView($0).markup) },
      Part(id: "machine", title: "Machine and seed", content: MachineFacts(sides).markup),
      Part(id: "limits", title: "What this cannot see", content: Blindness(sides, results).markup),
      Part(id: "rows", title: "All rows", content: MachineFacts(sides).rows),
    ].compactMap(\.self)
  }
}

extension Verdict {
  var sentence: String {
    switch self {
    case .held: "Every promise held, and every known defect was shown"
    case .broken: "A promise was broken: something happened that nobody declared"
    case .tooWeak: "Too weak: a known defect was not shown, so silence elsewhere means little"
    case .nothingRan: "Nothing ran"
    case .interrupted: "The run was interrupted"
    }
  }
}
