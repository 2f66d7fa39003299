import Core
import TextFormats

/// The results of a check in one line below the page's verdict.
struct CheckVerdictLine {
  private let results: [CheckRow]

  init(_ results: [CheckRow]) { self.results = results }

  var markup: Markup {
    let color: GradeColor = surprises > 0 ? .failed : results.contains { $0.verdict == .limit } ? .weak : .passed
    return .element(
      "p", [:], .element("span", ["class": "chip \(color.rawValue)"], text: color.sign), .text(" check: \(words)"))
  }

  private var surprises: Int { results.count { GradeColor($0) == .failed } }

  private var words: String {
    let parts = CheckVerdict.allCases.compactMap { verdict -> String? in
      let count = results.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(HumanFormat.grouped(count)) \(verdict.words)"
    }
    return HumanFormat.counted(results.count, "row") + ": " + parts.joined(separator: ", ") + "; "
      + (surprises == 0 ? "nothing that is not declared." : "\(HumanFormat.grouped(surprises)) not as declared.")
  }
}
