import ArgumentParsing
import Platform
import Reports
import StressEngine
import TextFormats

/// Why a command ends without having done what it was asked: the exit code, and the message for a person.
struct CommandError: Error {
  let code: ExitCode
  /// What happened.
  let problem: String
  var expected: String?
  /// Valid spellings close to what was written, the closest first.
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

  /// A condition that our own code rules out.
  static func ownBug(_ problem: String) -> CommandError {
    CommandError(code: .ownBug, problem: "a bug of our own, not of what is under test: \(problem)")
  }

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
  init(_ error: UsageError, next: String? = nil) {
    self.init(code: .usage, problem: error.problem, expected: error.expected, nearest: error.nearest, next: next)
  }

  /// The error that the program reports for whatever was thrown.
  init(reporting error: any Error) {
    switch error {
    case let error as CommandError: self = error
    case let error as UsageError: self.init(error)
    case let error as StreamFailure where error.failure.readerHasGone: self.init(code: .readerLeft, problem: "")
    case let error as StreamFailure:
      self.init(code: .cannotWrite, problem: "cannot write \(error.name): \(error.failure.reason)")
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
