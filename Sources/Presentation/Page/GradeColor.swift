import Core
import TextFormats

/// The color of a result, with a sign that says the same without color.
enum GradeColor: String, CaseIterable, Sendable {
  case passed, reproduced, weak, failed, unknown

  init(_ grade: Grade?) {
    self =
      switch grade {
      case .passed: .passed
      case .reproduced: .reproduced
      case .notReproduced: .weak
      case .failed: .failed
      case nil: .unknown
      }
  }

  init(_ result: CheckRow) {
    self =
      switch (result.grade, result.verdict) {
      case (.failed, _), (.notReproduced, _): .failed
      case (_, .limit): .weak
      case (_, .notModeled): .unknown
      case (_, .proved): .passed
      case (_, .refuted): .reproduced
      }
  }

  init(_ verdict: RunVerdict) {
    self =
      switch verdict {
      case .passed: .passed
      case .failed: .failed
      case .tooWeak, .interrupted: .weak
      case .nothingRan: .unknown
      }
  }

  var sign: String {
    switch self {
    case .passed: "✓"
    case .reproduced: "◆"
    case .weak: "?"
    case .failed: "✗"
    case .unknown: "–"
    }
  }
}

extension Optional<Grade> {
  /// The grade as a cell shows it.
  var words: String {
    switch self {
    case .passed: "passed"
    case .reproduced: "reproduced"
    case .notReproduced: "NOT REPRODUCED"
    case .failed: "FAILED"
    case nil: "not run"
    }
  }
}
