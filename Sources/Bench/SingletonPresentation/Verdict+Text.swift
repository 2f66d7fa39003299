package import SingletonCore
import SingletonMemoryModels
import SingletonPlatform
package import SingletonTextFormats

/// The texts, signs, and colors of verdicts in tables, on pages, and in `explain`.
extension Verdict.Kind {
  /// The kind of verdict, in at most 15 characters. A kind without a defect and without a proof says what was seen, and
  /// not that the strategy is safe.
  package var label: String {
    switch self {
    case .proved: "model-checked"
    case .provedIfNoTimeout: Verdict.Kind.proved.label + Mark.condition.rawValue
    case .safe: "none seen"
    case .unknown: "not seen enough"
    case .refuted: "harness refuted"
    case .unsafe: "unsafe"
    case .deadlocks: "hung"
    case .crashes: "crashed"
    }
  }

  package var meaning: String {
    switch self {
    case .proved:
      "No trial of the harness's form broke the promise, and the model checker has proved that no execution of this form"
        + " does, with \(Verdict.checkedThreads) threads, under the assumptions that check prints."
    case .provedIfNoTimeout: "The same, \(CheckRow.ifNoTimeout)."
    case .safe:
      "No trial broke the promise; there is no proof of this form. With N trials, it is none in N:"
        + " \(Verdict.room(in: Verdict.leastTrials))."
    case .unknown: "Fewer than \(Verdict.leastTrials) trials ran, or only one thread, which is no evidence."
    case .refuted:
      "No trial broke the promise here, but the checker has an execution of the harness's form that does, on the machines"
        + " named, or one that has a data race, after which nothing is certain. A listing is another source: check --form"
        + " plain checks it."
    case .unsafe: "At least one trial broke the promise, in the way that is named."
    case .deadlocks: "A trial did not end within the limit, as if a thread waited forever."
    case .crashes: "The process ended: by a crash, or by a check of the language or the library that failed."
    }
  }

  package var tone: StyledText.Tone {
    switch self {
    case .proved, .provedIfNoTimeout: .good
    case .safe: .unproved
    case .unknown: .neutral
    case .refuted: .weak
    case .unsafe, .deadlocks, .crashes: .bad
    }
  }
}

extension Verdict {
  /// Returns the verdict in at most 15 characters, such as `unsafe: two` or `none in 20`.
  package func label(trials: UInt64) -> StyledText {
    let text =
      switch kind {
      case .unsafe: kind.label + (defects.inOrderOfInterest.first.map { ": " + $0.label } ?? "")
      case .safe: Self.none(in: trials)
      default: kind.label
      }
    return StyledText(text: text, tone: kind.tone)
  }

  private static func none(in trials: UInt64) -> String {
    trials == 0 ? Kind.safe.label : "none in \(HumanFormat.short(trials))"
  }

  /// Returns the rate of violations above which fewer than one row in twenty, of as many trials, would show none.
  static func room(in trials: UInt64) -> String {
    let bound = 100 - 100 * pow(0.05, 1 / Double(trials))
    let unit = pow(10, log10(bound).rounded(.down) - 1)
    let percent = HumanFormat.numeral((bound / unit).rounded(.up) * unit, .significant(2))
    return "after none in \(HumanFormat.grouped(trials)), a rate above \(percent)% is unlikely: 95%, each row alone, if"
      + " trials are independent"
  }

  /// The verdict in one short word, for a narrow column.
  package var cell: StyledText {
    let text =
      switch kind {
      case .proved, .provedIfNoTimeout: "ok"
      case .safe: "none"
      case .unknown: "?"
      case .refuted: "none?"
      case .unsafe: defects.inOrderOfInterest.first?.label ?? kind.label
      case .deadlocks: "hangs"
      case .crashes: "stops"
      }
    return StyledText(text: text, tone: kind.tone)
  }

  /// Returns the verdict in a few words, such as `unsafe: two instances` or
  /// `none in 20; the harness's form is refuted: half-built (ARM or a compiler)`.
  ///
  /// - Parameters:
  ///   - all: Whether to name all defects instead of only the first.
  ///   - trials: The number of trials, or 0 for a phrase without it.
  package func phrase(naming all: Bool = false, trials: UInt64 = 0) -> String {
    let named = all ? findings : Findings(Set(defects.inOrderOfInterest.prefix(1)), models: findings.models)
    let what = named.text(\.briefly, \.machinesBriefly)
    let condition = kind == .provedIfNoTimeout ? ", " + CheckRow.ifNoTimeout : ""
    let label =
      switch kind {
      case .proved, .provedIfNoTimeout: "\(Kind.proved.label) \(Self.proofScope)\(condition)"
      case .safe: Self.none(in: trials)
      case .refuted: Self.none(in: trials) + "; the harness's form is refuted"
      default: kind.label
      }
    return label + (what.isEmpty ? "" : ": " + what)
  }

  func styledPhrase(trials: UInt64) -> StyledText { StyledText(text: phrase(trials: trials), tone: kind.tone) }

  /// Returns the verdict in a few words. If the strategy is unsafe, it is only the defect.
  func shortPhrase(trials: UInt64) -> StyledText {
    let text = kind == .unsafe ? defects.inOrderOfInterest.first?.briefly ?? kind.label : label(trials: trials).text
    return StyledText(text: text, tone: kind.tone)
  }

  /// The scope of the checker's proof in a verdict, as words that follow "proved".
  static let proofScope = "for \(checkedThreads) threads"

  /// Returns the meanings of the words for proofs that appear in a table without their scope.
  static func legend(ofProofs kinds: Set<Kind>) -> [String] {
    (kinds.contains(where: \.isProved)
      ? [
        "\(Kind.proved.label): no execution of \(checkedThreads) threads breaks the promise, either, under"
          + " RC11 without load buffering, if locks, queues and once tokens do what they promise"
      ] : [])
      + (kinds.contains(.provedIfNoTimeout) ? ["\(Mark.condition.rawValue): \(CheckRow.ifNoTimeout)"] : [])
  }

  /// Returns the words that appear in tables for these verdicts, with their meanings. Words that need no explanation
  /// are left out.
  static func legend(of verdicts: some Sequence<Verdict>) -> [String] {
    let verdicts = Array(verdicts)
    let labels = Set(verdicts.filter { $0.kind == .unsafe }.compactMap(\.defects.inOrderOfInterest.first))
    let defects = labels.inOrderOfInterest.filter { $0.label != $0.briefly }.map { "\($0.label): \($0.briefly)" }
    let others: [(Verdict.Kind, String)] = [
      (.proved, "ok: \(Kind.proved.label)"), (.safe, "none: no trial broke the promise"),
      (.refuted, "none?: the same, but the harness's form is refuted"), (.crashes, "stops: ends the process"),
    ]
    return defects + others.filter { other in verdicts.contains { $0.kind == other.0 } }.map(\.1)
  }

  /// The times of first accesses in fewer starts than this have a mark.
  package static let fewTrials: UInt64 = 100
}

extension Grade {
  package var meaning: String {
    switch self {
    case .passed: "The promise was kept in every trial, or the declared trap or hang occurred."
    case .reproduced: "The known defect occurred, so the run was strong enough to show it."
    case .notReproduced: "A known defect did not occur, so this row was too weak to be conclusive."
    case .failed: "Something occurred that is not declared."
    }
  }

  /// The words in capitals before what is not as declared, or `nil` if the grade needs no attention.
  package var notice: String? {
    switch self {
    case .failed: "NOT DECLARED"
    case .notReproduced: "KNOWN DEFECT NOT SEEN"
    case .passed, .reproduced: nil
    }
  }
}

/// Observations that break no promise, such as an initializer that ran more than once.
///
/// A caller that gets the shared instance does not notice them. But if the initializer opens a file, for example, the
/// file is opened twice.
extension StyledText {
  /// Returns the meaning of the mark, or `nil` if there are no such observations.
  static func legend(ofHarmless defects: Set<Defect>) -> String? {
    let names = defects.inOrder.map(\.meaning).joined(separator: " or ")
    return names.isEmpty ? nil : "\(Mark.harmless.rawValue): \(names), which the promise allows"
  }

  func marked(with defects: Set<Defect>) -> StyledText {
    defects.isEmpty ? self : StyledText(text: text + Mark.harmless.rawValue, tone: tone)
  }

  func naming(_ defects: Set<Defect>) -> StyledText {
    StyledText(text: ([text] + defects.inOrder.map(\.meaning)).joined(separator: "; "), tone: tone)
  }
}
