import SingletonPlatform

/// The way in which a row's processes ended.
package enum RowStatus: Hashable, Sendable {
  case ok
  /// Stopped on purpose by a failed check (SIGILL, SIGTRAP), with the signal's name.
  case trapped(String)
  /// Stopped by any other signal, with its name.
  case crashed(String)
  /// Exited with a status other than 0.
  case exit(Int32)
  /// Stopped by the watchdog because there was no progress.
  case hung
  /// Not started, or ended from outside. The value is the reason.
  case skipped(String)
  /// Not complete because the run was interrupted.
  case interrupted
}

extension RowStatus {
  package init(_ ending: ProcessEnding) {
    self =
      switch ending {
      case .ok: .ok
      case .trapped(let signal): .trapped(signal)
      case .crashed(let signal): .crashed(signal)
      case .exit(let code): .exit(code)
      case .outside(let reason): .skipped(reason)
      }
  }

  private static let lackOfThreads = " threads started"

  /// Returns the status of a row for which the system started only some of the threads.
  package static func skipped(started: UInt64, of threads: Int, within time: String = "") -> RowStatus {
    .skipped("\(started) of \(threads)\(lackOfThreads)\(time)")
  }

  /// Whether the system did not start all of the row's threads, no matter how long the row waited.
  package var lacksThreads: Bool {
    if case .skipped(let reason) = self { reason.hasSuffix(Self.lackOfThreads) } else { false }
  }
}

/// The spelling in reports: `ok`, `trapped:SIGILL`, `crashed:SIGSEGV`, `exit:3`, `hung`, `skipped:` and the reason,
/// `interrupted`.
extension RowStatus: LosslessStringConvertible {
  package var description: String {
    switch self {
    case .ok: "ok"
    case .trapped(let signal): "trapped:\(signal)"
    case .crashed(let signal): "crashed:\(signal)"
    case .exit(let code): "exit:\(code)"
    case .hung: "hung"
    case .skipped(let reason): "skipped:\(reason)"
    case .interrupted: "interrupted"
    }
  }

  package init?(_ description: String) {
    let parts = description.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    switch (parts[0], parts.count == 2 ? parts[1] : nil) {
    case ("ok", nil): self = .ok
    case ("hung", nil): self = .hung
    case ("interrupted", nil): self = .interrupted
    case ("trapped", let signal?): self = .trapped(signal)
    case ("crashed", let signal?): self = .crashed(signal)
    case ("skipped", let reason?): self = .skipped(reason)
    case ("exit", let code?):
      guard let code = Int32(code) else { return nil }
      self = .exit(code)
    default: return nil
    }
  }
}
