package import SingletonCore
import SingletonMemoryModels
package import SingletonTextFormats

/// A verdict in words, symbols, and colors. Tables, the matrix, the page, Markdown, and `explain` use these.
extension Verdict.Kind {
  /// The kind in at most 15 characters.
  package var words: String {
    switch self {
    case .proved: "safe, proved"
    case .safe: "safe"
    case .unknown: "not seen enough"
    case .refuted: "only looks safe"
    case .unsafe: "unsafe"
    case .deadlocks: "deadlocks"
    case .crashes: "crashes"
    }
  }

  /// The meaning in one sentence.
  package var meaning: String {
    switch self {
    case .proved:
      "No trial broke the promise, and the checker has proved that no execution of \(Verdict.checkedThreads) threads does, on"
        + " the assumptions that check prints."
    case .safe: "No trial broke the promise; there is no proof, because the checker cannot or did not model it."
    case .unknown: "Fewer than \(Verdict.leastTrials) trials ran, or one thread alone, which says nothing."
    case .refuted:
      "No trial broke the promise here, but the checker has an execution that does, on the machines that are named, or"
        + " that has a data race, after which nothing is certain."
    case .unsafe: "At least one trial broke the promise, in the way that is named."
    case .deadlocks: "A trial did not end within the limit, as if a thread waited forever."
    case .crashes: "The process ended: by a crash, or by a check of the language or the library that failed."
    }
  }

  /// A sign that says the same without color.
  package var sign: String { tone.sign }

  package var tone: StyledText.Tone {
    switch self {
    case .proved, .safe: .good
    case .unknown: .neutral
    case .refuted: .weak
    case .unsafe, .deadlocks, .crashes: .bad
    }
  }
}

extension CheckVerdict {
  /// The tone of the checker's verdict alone.
  var tone: StyledText.Tone {
    switch self {
    case .proved: .good
    case .refuted: .bad
    case .undecided, .tooManyThreads, .notModeled: .neutral
    }
  }
}

extension Verdict {
  /// The verdict in at most 15 characters, such as `unsafe: two`.
  ///
  /// - Parameter trials: The number of trials, which is said if there are few and nothing else is known.
  package func label(trials: UInt64) -> StyledText {
    let more =
      switch kind {
      case .unsafe: defects.inOrderOfInterest.first.map { ": " + $0.label } ?? ""
      case .safe where trials < Self.fewTrials: ", \(trials) trials"
      default: ""
      }
    return StyledText(text: kind.words + more, tone: kind.tone)
  }

  /// The verdict in a short word, for the cell of a narrow table.
  package var cell: StyledText {
    let text =
      switch kind {
      case .proved, .safe: "ok"
      case .unknown: "?"
      case .refuted: "ok?"
      case .unsafe: defects.inOrderOfInterest.first?.label ?? kind.words
      case .deadlocks: "hangs"
      case .crashes: "stops"
      }
    return StyledText(text: text, tone: kind.tone)
  }

  /// The verdict in a few words, such as `two instances` or `only looks safe: half-built (weak hardware or a compiler)`.
  ///
  /// - Parameter all: Whether to name all defects, and not only the first.
  package func phrase(naming all: Bool = false) -> String {
    let named = all ? defects.inOrderOfInterest[...] : defects.inOrderOfInterest.prefix(1)
    let what = named.map(\.briefly).joined(separator: ", ")
    let machines = model.map { " (\($0.machinesBriefly))" } ?? ""
    let scope = kind == .proved ? " " + Self.proofScope : ""
    return kind.words + scope + (what.isEmpty ? "" : ": " + what) + machines
  }

  /// What a proof behind a verdict covers, as it follows "proved".
  static let proofScope = "for \(checkedThreads) threads"

  /// Returns the words that the cells of these verdicts show, with their meanings, without those that need none.
  static func legend(of verdicts: some Sequence<Verdict>) -> [String] {
    let verdicts = Array(verdicts)
    let labels = Set(verdicts.filter { $0.kind == .unsafe }.compactMap(\.defects.inOrderOfInterest.first))
    let words = labels.inOrderOfInterest.filter { $0.label != $0.briefly }.map { "\($0.label): \($0.briefly)" }
    let others: [(Verdict.Kind, String)] = [
      (.refuted, "ok?: only looks safe"), (.crashes, "stops: ends the process"),
    ]
    return words + others.filter { other in verdicts.contains { $0.kind == other.0 } }.map(\.1)
  }

  /// Fewer trials than this are said beside the verdict.
  package static let fewTrials: UInt64 = 100
}
