import Outcomes

/// What a cell says at first glance: a colour, and a sign for whoever sees none.
enum Tint: String, CaseIterable, Sendable {
  case held, shown, weak, broken, unknown

  init(_ grade: Grade?) {
    self =
      switch grade {
      case .held: .held
      case .shown: .shown
      case .notShown: .weak
      case .broken: .broken
      case nil: .unknown
      }
  }

  init(_ result: CheckResult) {
    self =
      switch (result.grade, result.verdict) {
      case (.broken, _), (.notShown, _): .broken
      case (_, .limit): .weak
      case (_, .notModelled): .unknown
      case (_, .proved): .held
      case (_, .refuted): .shown
      }
  }

  init(_ verdict: Verdict) {
    self =
      switch verdict {
      case .held: .held
      case .broken: .broken
      case .tooWeak, .interrupted: .weak
      case .nothingRan: .unknown
      }
  }

  var sign: String {
    switch self {
    case .held: "✓"
    case .shown: "◆"
    case .weak: "?"
    case .broken: "✗"
    case .unknown: "–"
    }
  }
}

extension Optional<Grade> {
  /// In a cell.
  var words: String {
    switch self {
    case .held: "held"
    case .shown: "shown"
    case .notShown: "NOT SHOWN"
    case .broken: "BROKEN"
    case nil: "not run"
    }
  }
}
