import CSingletonHooks
import SingletonPlatform

/// The result of an audit.
enum Audit: Equatable {
  /// Every access was announced, in the executions that were audited.
  case passed
  /// A function has accessed a variable, or memory of another thread, without an announcement.
  case failed(Undecided)
  /// This processor or this program has no means for it.
  case unavailable
}

extension InstrumentedProgram where Owner: ~Copyable {
  /// Looks for accesses that no hook announces, in three executions: one thread after the other, in both directions, and
  /// a step of each in turn. They run in a copy of this process, because memory becomes inaccessible.
  func audit() -> Audit {
    // Its signals would interrupt the wait for the copy.
    ch_watch(false)
    defer { ch_watch(true) }
    let text = Subprocess.output {
      guard ch_begin_audit() else { return "" }
      ch_watch(true)
      for order in 0..<3 where refusal == nil {
        var run = SequentialRun(self)
        finish(&run, order)
        if let found = unannounced { return "\(found.what)\n\(found.place ?? "")" }
      }
      return "\n"
    }
    guard let lines = text?.split(separator: "\n", omittingEmptySubsequences: false), lines.count == 2 else {
      return .unavailable
    }
    if lines[0].isEmpty { return .passed }
    return .failed(Undecided(String(lines[0]), place: lines[1].isEmpty ? nil : String(lines[1])))
  }

  private var unannounced: Undecided? {
    let code = ch_audited_code()
    guard code != 0 else { return nil }
    let function = String(cString: ch_function_name(code))
    let what = ch_audited_variable().map { "\(String(cString: $0)), by \(function)" } ?? function
    return Undecided(what, at: ch_audited_user())
  }

  /// Returns what keeps a check from a verdict if a piece of code does not do again what it did: the line, and what is
  /// likely.
  func differing(at code: UInt) -> Undecided {
    Undecided(
      "what differs from run to run, so an execution cannot be repeated: a value from outside of the check's memory, such"
        + " as a file or an address, which belongs into `fresh` or into a constant", at: code)
  }

  private func finish(_ run: inout SequentialRun, _ order: Int) {
    var last = 0
    while refusal == nil,
      let thread = [run.ready.first, run.ready.last, run.ready.first { $0 > last } ?? run.ready.first][order]
    {
      run.step(thread)
      last = thread
    }
  }
}
