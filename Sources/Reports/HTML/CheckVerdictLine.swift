import Outcomes

/// What a check found, in one line under the verdict.
struct CheckVerdictLine {
  private let results: [CheckResult]

  init(_ results: [CheckResult]) { self.results = results }

  var markup: Markup {
    let tint: Tint = surprises > 0 ? .broken : results.contains { $0.verdict == .limit } ? .weak : .held
    return .element(
      "p", [:], .element("span", ["class": "chip \(tint.rawValue)"], text: tint.sign), .text(" check: \(words)"))
  }

  private var surprises: Int { results.count { Tint($0) == .broken } }

  private var words: String {
    let parts = CheckVerdict.allCases.compactMap { verdict -> String? in
      let count = results.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(Figure.grouped(count)) \(verdict.words)"
    }
    return Figure.counted(results.count, "row") + ": " + parts.joined(separator: ", ") + "; "
      + (surprises == 0 ? "nothing that is not declared." : "\(Figure.grouped(surprises)) not as declared.")
  }
}
