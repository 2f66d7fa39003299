package enum ExitCode: Int32, CaseIterable, Sendable {
  case passed = 0
  case failed = 1
  case regression = 2
  case tooWeak = 3
  case incomplete = 4
  case notComparable = 5
  case usage = 64
  case unreadableInput = 65
  case ownBug = 70
  case systemRefused = 71
  case cannotWrite = 73
  case interrupted = 130
  /// The code that a shell reports for a process that SIGPIPE has ended: 128 + 13.
  case readerLeft = 141

  /// The codes in order of severity, the most severe first. The first two are for errors that are detected before
  /// anything runs.
  private static let worstFirst: [ExitCode] = [
    .usage, .unreadableInput, .ownBug, .systemRefused, .cannotWrite, .readerLeft, .interrupted, .failed, .regression,
    .notComparable,
    .tooWeak, .incomplete, .passed,
  ]

  package static func worst(of codes: [ExitCode]) -> ExitCode {
    worstFirst.first(where: codes.contains) ?? .passed
  }
}
