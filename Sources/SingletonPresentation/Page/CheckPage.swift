package import SingletonCore
import SingletonTextFormats

/// A page with the results of a check: what is proved, and each counterexample step by step.
package struct CheckPage {
  private let results: [CheckRow]
  private let listings: (CheckRow) -> [SourceText]

  /// - Parameters:
  ///   - results: At least one.
  ///   - listings: Returns the source files of a checked strategy.
  package init(_ results: [CheckRow], listings: @escaping (CheckRow) -> [SourceText]) {
    self.results = results
    self.listings = listings
  }

  package var text: String {
    let counts = CheckTable.counts(results)
    let tones = Set(results.map { StyledText($0).tone })
    // Only results that are all alike color the whole.
    let name = tones.count == 1 ? tones.first!.rawValue : "mixed"
    let title = results.count == 1 ? CheckSummary(results[0]).text(width: .max, drawing: false) : counts
    return PageDocument(
      title: "\(Tool.current.name): \(counts)",
      header: .element("header", ["class": "verdict \(name)"], .element("h1", text: title)),
      parts: [
        PageDocument.Part(id: "executions", title: "Every execution", content: CheckMatrix(results).markup),
        PageDocument.Part(
          id: "examples", title: "Counterexamples",
          content: CounterexampleView(results, listings: listings).markup),
        PageDocument.Part(id: "limits", title: "What this cannot see", content: Limitations([], results).markup),
      ]
    ).text
  }
}
