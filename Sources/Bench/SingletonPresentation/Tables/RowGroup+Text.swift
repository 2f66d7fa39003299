package import SingletonCore
package import SingletonTextFormats

/// The verdict on a pooled row in words, and how it differs from the declaration.
extension StyledText {
  init(_ row: RowGroup) {
    let tone: Tone = row.grade == .failed ? .bad : row.grade == nil ? .neutral : row.verdict.kind.tone
    self.init(text: Self.sentence(row) + Self.undeclared(row) + Self.uncounted(row), tone: tone)
  }

  private static func sentence(_ row: RowGroup) -> String {
    guard row.grade != nil else { return row.absences.joined(separator: ", ") }
    let notes = row.harmless.inOrder.map(\.meaning)
    let endings = row.verdict.kind == .crashes ? " (" + row.endings.joined(separator: ", ") + ")" : ""
    return row.verdict.phrase(naming: true, trials: row.tally[.trials]) + endings + notes.map { "; " + $0 }.joined()
  }

  private static func undeclared(_ row: RowGroup) -> String {
    guard let grade = row.grade, let notice = grade.notice else { return "" }
    return "; \(notice): " + (grade == .failed ? row.breach : row.missing)
  }

  private static func uncounted(_ row: RowGroup) -> String {
    row.grade == nil || row.absences.isEmpty ? "" : "; " + row.lostReplicates
  }
}

extension StressRow {
  /// Returns the result of a row, to be shown while its run continues. Lines are shorter than the width. The grade
  /// comes first, followed by the outcome as in the table of rows.
  package func resultText(width: Int) -> StyledText {
    let outcome = StyledText(RowGroup.pooled([self])[0])
    let grade = grade?.rawValue ?? (whySkipped == nil ? "interrupted" : "skipped")
    let lines = TextLayout.wrapped(
      "\(grade): \(key.title): \(outcome.text)\(violatingShare)", width: width - 1, later: "  ", cutsWords: true)
    return StyledText(text: lines.joined(separator: "\n") + "\n", tone: outcome.tone)
  }

  private var violatingShare: String {
    let violating = measured?.tally[.violatingTrials] ?? 0
    guard let trials = measured?.tally[.trials], violating > 0 else { return "" }
    return "; \(HumanFormat.shareWithWhole(violating, of: trials)) trials violate"
  }
}

extension RowGroup {
  /// The defects that the declaration demands, in words.
  var demanded: String {
    switch expected.demand {
    case .any: missing
    default: expected.demand.defects.list
    }
  }

  /// The demanded defects that no replicate showed, in words.
  var missing: String {
    switch expected.demand {
    case .any(let defects): defects.inOrder.map(\.meaning).joined(separator: " or ")
    default: expected.demand.defects.subtracting(shown).list
    }
  }

  var breach: String {
    let findings = forbidden.subtracting([.crash]).inOrder.map(\.meaning) + surprisingEndings
    return findings.isEmpty ? "an outcome that is not declared" : findings.joined(separator: ", ")
  }

  var surprisingEndings: [String] {
    rows.filter { $0.grade != nil && !$0.endedAsDeclared }.map { row in
      guard row.status == .ok else { return row.status.sentence }
      return "did not " + row.expected.demand.endings.inOrder.map(\.rawValue).joined(separator: " or ")
    }.distinct
  }

  /// The distinct signals and exit statuses of the replicates that ended early.
  fileprivate var endings: [String] {
    rows.compactMap { row in
      switch row.status {
      case .trapped(let signal), .crashed(let signal): signal
      case .exit(let code): "exit status \(code)"
      case .ok, .hung, .skipped, .interrupted: nil
      }
    }.distinct
  }

  var absences: [String] { rows.filter { $0.grade == nil }.map(\.status.sentence).distinct }

  var lostReplicates: String { "\(rows.count { $0.grade == nil }) of \(rows.count) replicates not counted" }
}

extension Set<Defect> {
  var list: String { inOrder.map(\.meaning).joined(separator: ", ") }
}
