import SingletonLessons
import SingletonTextFormats

/// The text of a lesson's verdicts, answers and ending.
extension LessonText {
  func verdict(on claim: Claim, _ judgment: Judgment) -> String {
    // Whether times can be judged depends on the machine and the build.
    let lines =
      judgment.isFailure || !isFree(claim) ? judgment.lines(on: claim, tool: tool) : [("timing claim", claim.sentence)]
    return TextLayout.definitions(lines.map { ($0.term + ":", $0.meaning) }, width: width)
  }

  private func isFree(_ claim: Claim) -> Bool { omitNumbers && claim.evidence.isOfTimes }

  func answer(to prediction: Prediction, _ guess: Int?, _ why: String) -> String {
    let said = guess.map(prediction.reply)
    return TextLayout.paragraph([prediction.answer, said, why].compactMap(\.self).joined(separator: " "), width: width)
  }

  func end(of lesson: Lesson, _ judgments: [Judgment]) -> String {
    let tally = judgments.tally
    guard let next = course.lesson(after: lesson) else {
      return TextLayout.paragraph("\(tally) That was the last lesson. \(lesson.closing)", width: width)
    }
    return TextLayout.paragraph("\(tally) Next: \(lesson.closing)", width: width)
      + "\n    \(tool) learn \(next.id)\n"
  }
}

extension Judgment {
  /// Returns what the judgment says of a claim, term by term.
  func lines(on claim: Claim, tool: String) -> [(term: String, meaning: String)] {
    switch self {
    case .seen: [("seen", claim.sentence)]
    case .beyondThisMachine(let reason): [("cannot be seen here", claim.sentence), ("because", reason)]
    case .notSeen(let expected, let got):
      [("NOT SEEN", claim.sentence), ("expected", expected), ("got", got)]
        + (claim.evidence.next(tool: tool).map { [("next", $0)] } ?? [])
    }
  }
}

extension [Judgment] {
  /// How many claims there were, and how many failed.
  var tally: String {
    let missed = count(where: \.isFailure)
    return HumanFormat.counted(count, "claim") + (missed == 0 ? ", none failed." : ", \(missed) FAILED.")
  }
}

extension Evidence {
  /// Returns the command that looks closer, or `nil` if there is none.
  fileprivate func next(tool: String) -> String? {
    guard let subject else { return nil }
    let rows = "--strategy \(subject.strategy) --scenario \(subject.scenario.id)"
    return subject.isCheck ? "\(tool) check \(rows)" : "\(tool) run \(rows) --time 1s"
  }
}
