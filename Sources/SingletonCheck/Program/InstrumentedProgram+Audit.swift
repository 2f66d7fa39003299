import CSingletonHooks

/// The result of an audit.
enum Audit {
  /// Every access was announced, in the executions that were audited.
  case passed
  /// A function has accessed memory of another thread without an announcement.
  case failed(Undecided)
  /// This processor has no means for it.
  case unavailable
}

extension InstrumentedProgram where Owner: ~Copyable {
  /// Looks for accesses that no hook announces, in three executions: one thread after the other, in both directions, and
  /// a step of each in turn.
  func audit() -> Audit {
    for order in 0..<3 {
      var run = SequentialRun(self)
      guard ch_begin_audit() else { return .unavailable }
      finish(&run, order)
      let code = ch_end_audit()
      if code != 0 { return .failed(Undecided(String(cString: ch_function_name(code)), at: ch_audited_user())) }
    }
    return .passed
  }

  private func finish(_ run: inout SequentialRun, _ order: Int) {
    var last = 0
    while let thread = [run.ready.first, run.ready.last, run.ready.first { $0 > last } ?? run.ready.first][order] {
      run.step(thread)
      last = thread
    }
  }
}
