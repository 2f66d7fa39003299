import Foundation
import SingletonPlatform

/// Kills and signals at any moment of a run over a good report.
extension Torture {
  mutating func kills(_ plan: Plan, count: Int) throws -> Tally {
    var tally = Tally("SIGKILL at 0 to \(plan.seconds) s, \(plan.name)")
    try makeReport(plan)
    for _ in 0..<count {
      let old = bench.text(of: "r.csv")
      let moment = moment(in: plan)
      let trial = try bench.run(plan.arguments, meanwhile: sending(SIGKILL, at: moment))
      var complaint = plan.complaint(about: bench.text(of: "r.csv"), old: old)
      complaint = try complaint ?? complaintAboutNextRun(after: trial)
      tally.add(trial, "after \(moment) s", complaint: complaint)
      try makeReport(plan)
    }
    return tally
  }

  /// Returns what is wrong with what a killed run has left, and with what the next one says of it.
  private func complaintAboutNextRun(after trial: Trial) throws -> String? {
    let rows = bench.text(of: "r.csv.partial").map { $0.split(separator: "\n").count - 1 } ?? 0
    if rows > 0, try bench.run(["report", "r.csv.partial", "--html", "-"]).status != 0 { return "the rows are torn" }
    let next = try bench.run(Plan.short.arguments)
    let isSaid = next.sentence.contains("an earlier run was stopped before its end; its finished rows are now in")
    // A kill between the renaming and the removal leaves rows that are in the report.
    return isSaid == (rows > 0) || trial.end == .exited(0) ? nil : "\(rows) rows were left, of which it said: \(isSaid)"
  }

  mutating func signals(_ number: Int32, _ plan: Plan, count: Int) throws -> Tally {
    try interruptions("\(signalName(number)) at 0 to \(plan.seconds) s, \(plan.name)", plan, count, ends: [130]) {
      try $0.run(plan.arguments, meanwhile: sending(number, at: $1))
    }
  }

  /// A run that has inherited SIGINT as ignored, as one in the background of a script has.
  mutating func ignoredInterrupts(count: Int) throws -> Tally {
    try interruptions("SIGINT, which was ignored by the parent", .short, count, ends: [130]) {
      try $0.run(Plan.short.arguments, script: #"trap "" INT; exec "$@""#, meanwhile: sending(SIGINT, at: $1))
    }
  }

  mutating func hangups(count: Int) throws -> Tally {
    try interruptions("SIGHUP", .short, count, ends: [130]) {
      try $0.run(Plan.short.arguments, meanwhile: sending(SIGHUP, at: $1))
    }
  }

  /// `timeout` of coreutils sends its signal twice.
  mutating func timeouts(count: Int) throws -> Tally {
    try interruptions("timeout(1), which sends SIGTERM twice", .long, count, ends: [124]) {
      try $0.run(Plan.long.arguments, script: "exec timeout \($1) \"$@\"")
    }
  }

  mutating func lostExecutables(count: Int) throws -> Tally {
    var tally = Tally("its executable is replaced or deleted meanwhile")
    for _ in 0..<count {
      try makeReport(.short)
      let old = bench.text(of: "r.csv")
      let (moment, isReplaced) = (moment(in: .short), Bool.random(using: &random))
      let own = bench.folder + "/own"
      let trial = try bench.run(
        Plan.short.arguments, script: #"cp -- "$1" own; shift; exec ./own "$@""#,
        meanwhile: { _, seconds in
          guard seconds >= moment + 0.05 else { return true }
          unlink(own)
          if isReplaced { bench.write(Array("#!/bin/false\n".utf8), to: "own") }
          return false
        })
      var complaint = Plan.short.complaint(about: bench.text(of: "r.csv"), old: old)
      if complaint == nil && ![0, 3].contains(trial.status) { complaint = "another end" }
      tally.add(trial, "\(isReplaced ? "replaced" : "deleted") after \(moment) s", complaint: complaint)
    }
    return tally
  }

  /// - Parameters:
  ///   - ends: How an interrupted run ends, as a shell tells it.
  ///   - run: Runs the plan and interrupts it after some seconds.
  private mutating func interruptions(
    _ part: String, _ plan: Plan, _ count: Int, ends: Set<Int32>, run: (Bench, Double) throws -> Trial
  ) throws -> Tally {
    var tally = Tally(part)
    try makeReport(plan)
    for _ in 0..<count {
      let old = bench.text(of: "r.csv")
      let moment = moment(in: plan)
      let trial = try run(bench, moment)
      let report = bench.text(of: "r.csv")
      var complaint = plan.complaint(about: report, old: old)
      // Before the program has begun, and once its files are complete, the signal ends whatever there is.
      let isOutside = report != old || trial.messages.isEmpty
      let endedAtOnce = isOutside && trial.status.map { $0 > 123 } == true
      if complaint == nil && !ends.union([0, 3]).contains(trial.status ?? -1) && !endedAtOnce {
        complaint = "another end"
      }
      if complaint == nil && bench.names != ["r.csv"] { complaint = "left \(bench.names)" }
      tally.add(trial, "after \(moment) s", complaint: complaint)
    }
    return tally
  }

  /// Leaves nothing but the report of an undisturbed run.
  func makeReport(_ plan: Plan) throws {
    bench.removeAll()
    _ = try bench.run(plan.arguments)
  }

  mutating func moment(in plan: Plan) -> Double { Double.random(in: 0...plan.seconds, using: &random) }
}

/// Sends a signal to a running process, once.
func sending(_ signal: Int32, at moment: Double) -> (Int32, Double) -> Bool {
  return { process, seconds in
    guard seconds >= moment else { return true }
    kill(process, signal)
    return false
  }
}

// MARK: - Stops

extension Torture {
  /// Stops the run or one of its children for up to 3.5 s, longer than its `--timeout`, and lets it go on.
  mutating func stops(count: Int) throws -> Tally {
    var tally = Tally("SIGSTOP and SIGCONT of the run or of its child")
    for _ in 0..<count {
      try makeReport(.long)
      let old = bench.text(of: "r.csv")
      let (moment, length) = (moment(in: .long) / 2, Double.random(in: 0.35...3.5, using: &random))
      let isOfChild = Bool.random(using: &random)
      var stopped: Int32?
      let trial = try bench.run(Plan.long.arguments) { process, seconds in
        if stopped == nil && seconds >= moment {
          stopped = isOfChild ? descendants(of: process).last : process
          if let stopped { kill(stopped, SIGSTOP) }
        }
        guard let stopped, seconds >= moment + length else { return true }
        kill(stopped, SIGCONT)
        return false
      }
      var complaint = Plan.long.complaint(about: bench.text(of: "r.csv"), old: old)
      if complaint == nil && ![0, 3].contains(trial.status) { complaint = "another end" }
      tally.add(
        trial, "\(isOfChild ? "child" : "run") after \(moment) s for \(length) s", complaint: complaint)
    }
    return tally
  }

  /// Ends a child, or the process of a trial, like another user, a limit, or a system that is short of memory; also
  /// with signals that its own fault could have raised.
  mutating func killedChildren(count: Int) throws -> Tally {
    var tally = Tally("a signal that ends a child")
    let signals = [
      SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGKILL, SIGUSR1, SIGSEGV, SIGUSR2, SIGPIPE,
      SIGALRM, SIGTERM, SIGXCPU, SIGSYS,
    ]
    for _ in 0..<count {
      try makeReport(.long)
      let old = bench.text(of: "r.csv")
      let signal = signals.randomElement(using: &random)!
      let moment = moment(in: .long)
      let trial = try bench.run(Plan.long.arguments) { process, seconds in
        guard seconds >= moment, let child = descendants(of: process).last else { return true }
        kill(child, signal)
        return false
      }
      var complaint = Plan.long.complaint(about: bench.text(of: "r.csv"), old: old)
      if complaint == nil && ![0, 3, 4].contains(trial.status) { complaint = "another end" }
      tally.add(trial, "\(signalName(signal)) after \(moment) s", complaint: complaint)
    }
    return tally
  }

  private func descendants(of process: Int32) -> [Int32] {
    let list = FileManager.default.contents(atPath: "/proc/\(process)/task/\(process)/children") ?? Data()
    let children = String(decoding: list, as: UTF8.self).split(separator: " ").compactMap { Int32($0) }
    return children + children.flatMap(descendants)
  }
}
