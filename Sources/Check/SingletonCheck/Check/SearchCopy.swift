import CSingletonHooks
import SingletonPlatform
import SingletonStrategyChecker

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A copy of this process in which a search runs.
///
/// The copy has the calling thread alone, so no other test takes part in an execution. Each search begins with what libraries
/// keep for this process, because what an earlier one has made them keep is gone with its copy. Nothing that the threads do
/// changes or ends this process.
enum SearchCopy {
  enum Outcome<Answer> {
    case answer(Answer)
    /// The copy has ended without an answer, for a reason in words.
    case ended(String)
  }

  private enum Report<Answer: Codable>: Codable {
    case answer(Answer, hasBlocked: Bool)
    case error(String)
  }

  /// The number of copies that are tried, and the time in which all but the last must take their first step. At the moment of
  /// the copy, another thread may have held a lock of the runtime, for which the copy then waits forever, or may have been
  /// changing what the runtime keeps. So an end counts only if several copies end so.
  private static let mostCopies = 4
  private static let startPatience = Duration.seconds(5)
  /// The time in which a step must be taken after the first, such as a call of `fresh`.
  private static let patience = Duration.seconds(60)

  /// Runs a search, and returns what it has answered.
  static func outcome<Answer: Codable>(
    isInterrupted: () -> Bool, of search: () throws(CheckError) -> Answer
  ) throws(CheckError) -> Outcome<Answer> {
    var outcome = Outcome<Answer>.ended("no step was taken in \(patience)")
    for copy in 1...mostCopies {
      let limit = copy < mostCopies ? startPatience : patience
      let (new, mayBeChance) = try self.outcome(startPatience: limit, isInterrupted, search)
      if let new { outcome = new }
      if !mayBeChance { break }
    }
    return outcome
  }

  /// - Returns: The outcome of one copy, `nil` if it has not taken a step, and whether another copy may have another one.
  private static func outcome<Answer: Codable>(
    startPatience: Duration, _ isInterrupted: () -> Bool, _ search: () throws(CheckError) -> Answer
  ) throws(CheckError) -> (Outcome<Answer>?, mayBeChance: Bool) {
    let words = SharedMemory.Sign.allCases.count
    let steps = try CheckError.explained { () throws(EngineError) in
      try SharedMemory(threads: 1, byteCount: words * SharedMemory.wordBytes)
    }
    defer { steps.unmap() }
    let errors = try CheckError.explained(StandardErrorCapture.init)
    defer { errors.discard() }
    let (ending, written) = try CheckError.explained { () throws(EngineError) in
      try WatchedCopy.text(
        beatingIn: steps, standardError: errors.descriptor,
        patience: { steps.value(.heartbeat) == 0 ? startPatience : patience }, isInterrupted: isInterrupted
      ) {
        ch_count_steps(steps.pointer(to: .heartbeat))
        return text(of: search)
      }
    }
    switch ending {
    case .ended(.exited(0)):
      let (answer, hasBlocked): (Answer, Bool) = try answer(in: written)
      return (.answer(answer), hasBlocked)
    case .ended(let end):
      return (.ended("the process that searches has ended (\(description(of: end, errors.lastLine)))"), true)
    case .interrupted: return (.ended("it was interrupted"), false)
    case .silent where steps.value(.heartbeat) == 0: return (nil, true)
    case .silent: return (.ended("no step has ended in \(patience)"), false)
    }
  }

  private static func text<Answer: Codable>(of search: () throws(CheckError) -> Answer) -> String {
    let report: Report<Answer>
    do throws(CheckError) { report = .answer(try search(), hasBlocked: ch_has_blocked()) } catch {
      report = .error(error.description)
    }
    // Text and finite numbers can always be encoded.
    return String(decoding: try! JSONEncoder().encode(report), as: UTF8.self)
  }

  private static func answer<Answer: Codable>(in text: String) throws(CheckError) -> (Answer, hasBlocked: Bool) {
    let report: Report<Answer>
    do { report = try JSONDecoder().decode(Report<Answer>.self, from: Data(text.utf8)) } catch {
      throw CheckError("the answer of the process that searches cannot be read: \(error)")
    }
    switch report {
    case .answer(let answer, let hasBlocked): return (answer, hasBlocked)
    case .error(let description): throw CheckError(description)
    }
  }

  private static func description(of end: Subprocess.End, _ lastLine: String?) -> String {
    let how =
      switch ProcessEnding(end) {
      case .ok: "exit code 0"
      case .trapped(let cause), .crashed(let cause), .outside(let cause): cause
      case .exit(let code): "exit code \(code)"
      }
    return how + (lastLine.map { ": \($0)" } ?? "")
  }
}
