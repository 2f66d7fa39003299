import SingletonLessons
import SingletonTextFormats

/// The text of a lesson's verdicts, answers and ending.
extension LessonPage {
  func verdict(on claim: Claim, _ judgment: Judgment) -> String {
    let lines: [(term: String, meaning: String)] =
      switch judgment {
      // Whether times can be judged depends on the machine and the build.
      case .seen where isFree(claim), .beyondThisMachine where isFree(claim): [("timing claim", claim.sentence)]
      case .seen: [("seen", claim.sentence)]
      case .beyondThisMachine(let reason): [("cannot be seen here", claim.sentence), ("because", reason)]
      case .notSeen(let expected, let got):
        [("NOT SEEN", claim.sentence), ("expected", expected), ("got", got)] + next(after: claim)
      }
    return TextLayout.definitions(lines.map { ($0.term + ":", $0.meaning) }, width: width)
  }

  private func isFree(_ claim: Claim) -> Bool { omitNumbers && claim.evidence.isOfTimes }

  private func next(after claim: Claim) -> [(term: String, meaning: String)] {
    guard let subject = claim.evidence.subject else { return [] }
    let rows = "--strategy \(subject.strategy) --scenario \(subject.scenario.id)"
    return [("next", subject.isCheck ? "\(tool) check \(rows)" : "\(tool) run \(rows) --time 1s")]
  }

  func answer(to prediction: Prediction, _ guess: Int?, _ why: String) -> String {
    let right = prediction.rightIndex
    let said = guess.map { $0 == right ? "You were right." : "You said \(Prediction.letter($0))." }
    let answer = "The answer is \(Prediction.letter(right)): \(prediction.choices[right].text)."
    return TextLayout.paragraph([answer, said, why].compactMap(\.self).joined(separator: " "), width: width)
  }

  func end(of lesson: Lesson, _ judgments: [Judgment]) -> String {
    let missed = judgments.count(where: \.isFailure)
    let tally = HumanFormat.counted(judgments.count, "claim") + (missed == 0 ? ", none failed." : ", \(missed) FAILED.")
    guard let next = course.lesson(after: lesson) else {
      return TextLayout.paragraph("\(tally) That was the last lesson. \(lesson.closing)", width: width)
    }
    return TextLayout.paragraph("\(tally) Next: \(lesson.closing)", width: width)
      + "\n    \(tool) learn \(next.id)\n"
  }
}
