import Reports
import StressEngine

/// Why a command ends without having done what it was asked: the exit code, and the message for a person.
struct CommandError: Error {
  let code: ExitCode
  /// What happened.
  let problem: String
  var expected: String?
  /// Valid spellings close to what was written; closest first.
  var nearest: [String] = []
  /// The likeliest cause.
  var likely: String?
  /// Arguments of the next command to try, without the program's name.
  var next: String?

  static func usage(
    _ problem: String, expected: String? = nil, nearest: [String] = [], next: String? = nil
  ) -> CommandError {
    CommandError(code: .usage, problem: problem, expected: expected, nearest: nearest, next: next)
  }

  static func nothingSelected(
    _ problem: String, nearest: [String] = [], likely: String? = nil, next: String? = "list"
  ) -> CommandError {
    CommandError(code: .nothingRan, problem: problem, nearest: nearest, likely: likely, next: next)
  }

  /// A fact that our own code rules out.
  static func ownBug(_ problem: String) -> CommandError {
    CommandError(code: .ownBug, problem: "a bug of our own, not of what is under test: \(problem)")
  }

  static func cannotWrite(_ what: String, reason: String) -> CommandError {
    CommandError(code: .cannotWrite, problem: "cannot write \(what): \(reason)")
  }

  static let readerLeft = CommandError(code: .readerLeft, problem: "")

  func message(from tool: String) -> String {
    let hints: [(label: String, text: String?)] = [
      ("expected: ", expected),
      ("nearest:  ", nearest.isEmpty ? nil : nearest.joined(separator: ", ")),
      ("likely:   ", likely),
      ("next:     ", next.map { "\(tool) \($0)" }),
    ]
    let lines = hints.compactMap { hint in hint.text.map { "  \(hint.label)\($0)" } }
    return (["\(tool): \(problem)"] + lines).map { $0 + "\n" }.joined()
  }
}

extension CommandError {
  /// Whatever was thrown, as it is told.
  init(telling error: any Error) {
    switch error {
    case let error as CommandError: self = error
    case let error as OutputError:
      // Its hints are part of the description.
      self.init(code: error.readerHasGone ? .readerLeft : .cannotWrite, problem: error.description)
    case let error as InputError:
      self.init(code: .unreadableInput, problem: error.description)
    case let error as EngineError:
      self.init(
        code: .ownBug, problem: "the rows cannot run: \(error.description)",
        likely: "the system is short of memory, processes or descriptors for us")
    default: self = .ownBug("unexpected error \(error)")
    }
  }
}

extension String {
  /// As a message shows what somebody wrote: in quotes, control characters spelled out.
  var quoted: String { debugDescription }
}
