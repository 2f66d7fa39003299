package import SingletonPlatform
package import SingletonTextFormats

/// An error that ends a command, with an exit code and a message.
package struct CommandError: Error {
  package let code: ExitCode
  /// The problem, such as `unknown command "rn"`.
  package let problem: String
  package var expected: String?
  /// The valid spellings closest to the given one, the closest first.
  package var nearest: [String]
  package var likely: String?
  /// The arguments of the command to try next, without the program's name.
  package var next: String?

  package init(
    code: ExitCode, problem: String, expected: String? = nil, nearest: [String] = [], likely: String? = nil,
    next: String? = nil
  ) {
    (self.code, self.problem, self.expected) = (code, problem, expected)
    (self.nearest, self.likely, self.next) = (nearest, likely, next)
  }

  package static func usage(
    _ problem: String, expected: String? = nil, nearest: [String] = [], next: String? = nil
  ) -> CommandError {
    CommandError(code: .usage, problem: problem, expected: expected, nearest: nearest, next: next)
  }

  package static func nothingSelected(
    _ problem: String, nearest: [String] = [], likely: String? = nil, next: String? = "list"
  ) -> CommandError {
    CommandError(code: .incomplete, problem: problem, nearest: nearest, likely: likely, next: next)
  }

  /// Returns an error about a folder, or about a file in it.
  package static func inFolder(_ problem: String, _ failure: SystemFailure, next: String) -> CommandError {
    CommandError(
      code: .cannotWrite, problem: "\(problem): \(failure.reason)",
      expected: failure.isFull ? "free space" : "a folder that can be made or written", next: next)
  }

  /// Returns an error for a situation that only a bug in this program can cause.
  package static func ownBug(_ problem: String) -> CommandError {
    CommandError(code: .ownBug, problem: "internal error, not a defect of a strategy: \(problem)")
  }

  /// The likely cause if the system refuses something.
  package static let limits = "a limit on memory, processes, file descriptors or file sizes, such as 'ulimit -a' shows"

  package func message(from tool: String) -> String {
    let hints: [(label: String, text: String?)] = [
      ("expected: ", expected),
      ("nearest:  ", nearest.isEmpty ? nil : nearest.joined(separator: ", ")),
      ("likely:   ", likely),
      ("next:     ", next.map { "\(tool) \($0)" }),
    ]
    let lines = hints.compactMap { hint in hint.text.map { "  \(hint.label)\($0)" } }
    // A problem with arguments begins with the command's name, which may be the program's.
    let problem = problem.hasPrefix("\(tool): ") ? problem : "\(tool): \(problem)"
    return ([problem] + lines).map { $0 + "\n" }.joined()
  }
}

extension CommandError {
  package init(_ error: UsageError, next: String? = nil) {
    self.init(code: .usage, problem: error.problem, expected: error.expected, nearest: error.nearest, next: next)
  }

  package init(_ error: InputError, next: String? = nil) {
    self.init(code: .unreadableInput, problem: error.description, next: next)
  }

  /// Creates an error for a memory limit that is too small for the program.
  package init(_ limit: MemoryLimit, least: MemoryLimit) {
    self.init(
      code: .systemRefused,
      problem: "the \(limit.name) of this process is limited to \(HumanFormat.grouped(limit.kibibytes)) KiB",
      expected: "at least \(HumanFormat.grouped(least.kibibytes)) KiB, as by 'ulimit \(least.option) unlimited'")
  }

  package init(reporting error: any Error) {
    switch error {
    case let error as CommandError: self = error
    case let error as UsageError: self.init(error)
    case let error as StreamFailure where error.failure.readerHasGone: self.init(code: .readerLeft, problem: "")
    case let error as StreamFailure:
      self.init(code: .cannotWrite, problem: "cannot write \(error.name): \(error.failure.reason)")
    case let error as InputError: self.init(error)
    case let error as EngineError:
      self.init(code: .systemRefused, problem: "the rows cannot run: \(error.description)", likely: Self.limits)
    case let error as SystemFailure:
      self.init(code: .systemRefused, problem: error.reason, likely: Self.limits)
    default: self = .ownBug("unexpected error \(error)")
    }
  }
}
