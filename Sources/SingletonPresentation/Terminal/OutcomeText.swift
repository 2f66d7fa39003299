import SingletonCore
import SingletonTextFormats

/// The verdict on a pooled row in words, and how it differs from its declaration.
extension StyledText {
  /// - Parameter isReproducible: Whether to leave out what differs between runs: the number of trials, and defects that
  ///   a run need not show.
  init(_ row: PooledRow, isReproducible: Bool = false) {
    let tone: Tone = row.grade == .failed ? .bad : row.grade == nil ? .neutral : row.verdict.kind.tone
    self.init(text: Self.sentence(row, isReproducible) + Self.undeclared(row) + Self.uncounted(row), tone: tone)
  }

  private static func sentence(_ row: PooledRow, _ isReproducible: Bool) -> String {
    guard row.grade != nil else { return row.absences.joined(separator: ", ") }
    let few = !isReproducible && row.verdict.kind == .safe && row.tally[.trials] < Verdict.fewTrials
    let notes =
      (few ? ["only \(row.tally[.trials]) trials"] : [])
      + row.harmless.inOrder.map(\.meaning)
    let endings = row.verdict.kind == .crashes ? " (" + row.endings.joined(separator: ", ") + ")" : ""
    let verdict = isReproducible ? row.verdict.showing(row.expected.demand.defects) : row.verdict
    return verdict.phrase(naming: true) + endings + notes.map { "; " + $0 }.joined()
  }

  private static func undeclared(_ row: PooledRow) -> String {
    switch row.grade {
    case .failed: "; NOT DECLARED: " + row.breach
    case .notReproduced: "; KNOWN DEFECT NOT SEEN: " + row.missing
    case .passed, .reproduced, nil: ""
    }
  }

  private static func uncounted(_ row: PooledRow) -> String {
    row.grade == nil || row.absences.isEmpty ? "" : "; " + row.lostReplicates
  }
}

extension PooledRow {
  /// The verdict on all replicates.
  var verdict: Verdict { Verdict.pooled(rows.map(\.verdict))! }

  /// What was observed and breaks no promise, unless a trial broke one: then it is of no interest.
  var harmless: Set<Defect> {
    verdict.kind.sawNothing ? anomalies.filter { !rows[0].promise.isBroken(by: $0) && $0 != .liveMax } : []
  }

  /// The demanded defects.
  var demanded: String {
    switch expected.demand {
    case .any: missing
    default: words(of: expected.demand.defects)
    }
  }

  /// The demanded defects that no replicate has shown.
  var missing: String {
    switch expected.demand {
    case .any(let defects): defects.inOrder.map(\.meaning).joined(separator: " or ")
    default: words(of: expected.demand.defects.subtracting(shown))
    }
  }

  /// The outcomes that are not declared.
  var breach: String {
    let findings = forbidden.subtracting([.crash]).inOrder.map(\.meaning) + surprisingEndings
    return findings.isEmpty ? "an outcome that is not declared" : findings.joined(separator: ", ")
  }

  private func words(of defects: Set<Defect>) -> String { defects.inOrder.map(\.meaning).joined(separator: ", ") }
}
