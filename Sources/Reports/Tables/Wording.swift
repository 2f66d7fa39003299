import Outcomes

/// The outcome of a pooled row in words, and how a person should feel about it.
struct Wording: Equatable {
  enum Tone {
    case good, weak, bad, neutral

    init(_ grade: Grade?) {
      self =
        switch grade {
        case .held, .shown: .good
        case .notShown: .weak
        case .broken: .bad
        case nil: .neutral
        }
    }
  }

  let text: String
  let tone: Tone
}

extension Wording {
  init(_ row: PooledRow) {
    self.init(text: Self.sentence(row) + Self.uncounted(row), tone: Tone(row.grade))
  }

  private static func sentence(_ row: PooledRow) -> String {
    switch row.grade {
    case nil: row.absences.joined(separator: ", ")
    case .held: held(row)
    case .shown: "shown: " + row.words(of: row.shown.intersection(row.expected.demand.observations))
    case .notShown: "NOT SHOWN: " + row.missing
    case .broken: "BROKEN: " + row.breach
    }
  }

  private static func held(_ row: PooledRow) -> String {
    let endings = row.declaredEndings
    let allowed = row.conspicuous.subtracting([.crash])
    if !endings.isEmpty { return endings.joined(separator: ", ") + ", as declared" }
    return allowed.isEmpty ? "held" : "held, though as allowed: " + row.words(of: allowed)
  }

  private static func uncounted(_ row: PooledRow) -> String {
    let count = row.rows.count { $0.grade == nil }
    guard row.grade != nil, count > 0 else { return "" }
    return "; \(count) of \(row.rows.count) replicates not counted"
  }
}

extension PooledRow {
  /// What the declaration demands and no replicate has shown.
  var missing: String {
    switch expected.demand {
    case .any(let observations): observations.inOrder.map(\.words).joined(separator: " or ")
    default: words(of: expected.demand.observations.subtracting(shown))
    }
  }

  /// What happened that nobody declared.
  var breach: String {
    let findings = forbidden.subtracting([.crash]).inOrder.map(\.words) + surprisingEndings
    return findings.isEmpty ? "an outcome that nobody declared" : findings.joined(separator: ", ")
  }

  func words(of observations: Set<Observation>) -> String {
    observations.inOrder.map(words).joined(separator: ", ")
  }

  private func words(of observation: Observation) -> String {
    guard observation == .crash, !declaredEndings.isEmpty else { return observation.words }
    return declaredEndings.joined(separator: ", ")
  }
}
