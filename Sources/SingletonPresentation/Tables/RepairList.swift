package import SingletonCore
import SingletonDrawings
import SingletonTextFormats

/// The single edits that prove what a check has refuted, a sentence for each.
package struct RepairList {
  private let rows: [RepairRow]

  package init(_ rows: [RepairRow]) { self.rows = rows }

  package func text(width: Int = 80, color: Bool = false) -> String {
    rows.map { $0.text(width: width, color: color) + "\n" }.joined()
      + statements.map { paragraph in
        TextLayout.wrapped(paragraph, width: min(80, width), cutsWords: true).joined(separator: "\n") + "\n"
      }.joined(separator: "\n")
  }

  private var statements: [String] {
    let checked = rows.flatMap { [$0.row] + $0.repairs.flatMap { [$0.row] + $0.others } }
    let edits =
      "Each edit was tried alone, in the model, and the source is as it was. What is proved with an edit is proved for the"
      + " scenario, the number of threads and the model of its row, and for the other scenarios that it names."
    return (rows.contains { !$0.attempts.isEmpty } ? [edits] : []) + ProofStatement.paragraphs(of: checked) + [counts]
  }

  private var counts: String {
    let refuted = rows.filter { $0.row.verdict == .refuted }
    let repaired = refuted.count { !$0.repairs.isEmpty }
    return HumanFormat.counted(rows.count, "row") + ": "
      + HumanFormat.counts(rows.map(\.row.verdict), \.description)
      + (refuted.isEmpty ? "." : "; \(HumanFormat.grouped(repaired)) of the refuted proved with a single edit.")
  }
}

extension RepairRow {
  fileprivate func text(width: Int, color: Bool) -> String {
    let lines = sentences.flatMap { sentence, tone in
      TextLayout.wrapped(sentence, width: width, first: "  ", later: "    ", cutsWords: true)
        .map { color ? tone.painted($0) : $0 }
    }
    return row.summary(width: width, color: color, drawing: false) + lines.map { $0 + "\n" }.joined()
  }

  private var sentences: [(String, StyledText.Tone)] {
    switch row.verdict {
    case .proved: [("nothing to repair", .good)]
    case .refuted: repairs.isEmpty ? [(failure, .neutral)] : repairs.map { ($0.sentence, $0.tone) }
    case .undecided, .tooManyThreads, .notModeled: []
    }
  }

  /// What was tried if no edit proves the check.
  private var failure: String {
    let open = attempts.filter { $0.row.verdict != .refuted }
    let tried = Kind.allCases.compactMap { kind in
      let count = attempts.count { $0.kind == kind }
      return count == 0 ? nil : HumanFormat.counted(count, kind.label, kind.plural)
    }.joined(separator: ", ")
    return !isOpen
      ? "no single edit of these proves it: \(tried)"
      : "no single edit of these is known to prove it: \(tried); \(HumanFormat.counted(open.count, "edit")) not decided:"
        + " \(open[0].row.whyOpen ?? "")"
  }
}

extension RepairRow.Attempt {
  /// The edit and what is proved with it, such as `one order: SpinFlag.swift:31, load relaxed -> acquire: proved, 2
  /// threads, rc11, 14 executions`.
  fileprivate var sentence: String {
    let figures: [String] = [
      HumanFormat.counted(row.threads, "thread"), row.model.rawValue,
      HumanFormat.counted(row.executions ?? 0, "execution"),
    ]
    let conditions = [row.condition].compactMap(\.self)
    let proof = "one \(kind.label): \(place), \(change): \(row.verdict), "
    let findings = row.reported.inOrderOfInterest.map(\.meaning)
    return ([proof + (figures + conditions).joined(separator: ", ")] + findings + kept + lost).joined(separator: "; ")
  }

  private var kept: [String] {
    let kept = others.filter { $0.verdict == .proved }.map(\.scenario)
    return kept.isEmpty ? [] : ["still proved: \(kept.joined(separator: ", "))"]
  }

  private var lost: [String] {
    others.filter { $0.verdict != .proved }.map { other in
      let defects = other.breaches.inOrderOfInterest.map(\.meaning).joined(separator: ", ")
      return "no longer proved but \(other.verdict): \(other.scenario), \(other.whyOpen ?? defects)"
    }
  }

  fileprivate var tone: StyledText.Tone { lost.isEmpty ? .good : .weak }
}

extension RepairRow.Kind {
  fileprivate var label: String {
    switch self {
    case .order: "order"
    case .look: "look inside"
    case .atomic: "variable made atomic"
    case .storedOnce: "variable stored once"
    case .lock: "lock"
    }
  }

  fileprivate var plural: String {
    switch self {
    case .order: "orders"
    case .look: "looks inside"
    case .atomic: "variables made atomic"
    case .storedOnce: "variables stored once"
    case .lock: "locks"
    }
  }
}
