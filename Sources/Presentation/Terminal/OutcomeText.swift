import Core
import TextFormats

extension StyledText.Tone {
  init(_ grade: Grade?) {
    self =
      switch grade {
      case .passed, .reproduced: .good
      case .notReproduced: .weak
      case .failed: .bad
      case nil: .neutral
      }
  }
}

/// The outcome of a pooled row in words.
extension StyledText {
  init(_ row: PooledRow) {
    self.init(text: Self.sentence(row) + Self.uncounted(row), tone: Tone(row.grade))
  }

  private static func sentence(_ row: PooledRow) -> String {
    switch row.grade {
    case nil: row.absences.joined(separator: ", ")
    case .passed: passed(row)
    case .reproduced: "reproduced: " + row.words(of: row.shown.intersection(row.expected.demand.defects))
    case .notReproduced: "NOT REPRODUCED: " + row.missing
    case .failed: "FAILED: " + row.breach
    }
  }

  private static func passed(_ row: PooledRow) -> String {
    let endings = row.declaredEndings
    let allowed = row.anomalies.subtracting([.crash])
    if !endings.isEmpty { return endings.joined(separator: ", ") + ", as declared" }
    return allowed.isEmpty ? "passed" : "passed, with what is allowed: " + row.words(of: allowed)
  }

  private static func uncounted(_ row: PooledRow) -> String {
    let count = row.rows.count { $0.grade == nil }
    guard row.grade != nil, count > 0 else { return "" }
    return "; \(count) of \(row.rows.count) replicates not counted"
  }
}

extension PooledRow {
  /// The demanded defects that no replicate has shown.
  var missing: String {
    switch expected.demand {
    case .any(let defects): defects.inOrder.map(\.words).joined(separator: " or ")
    default: words(of: expected.demand.defects.subtracting(shown))
    }
  }

  /// The outcomes that are not declared.
  var breach: String {
    let findings = forbidden.subtracting([.crash]).inOrder.map(\.words) + surprisingEndings
    return findings.isEmpty ? "an outcome that is not declared" : findings.joined(separator: ", ")
  }

  func words(of defects: Set<Defect>) -> String {
    defects.inOrder.map(words).joined(separator: ", ")
  }

  private func words(of defect: Defect) -> String {
    guard defect == .crash, !declaredEndings.isEmpty else { return defect.words }
    return declaredEndings.joined(separator: ", ")
  }
}
