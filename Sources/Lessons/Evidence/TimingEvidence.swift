import Core
import Reports
import TextFormats

/// A time that a race has measured, in nanoseconds an access.
package enum Cost: Sendable {
  /// One later access.
  case access(String, threads: Int)
  /// The same loop without the strategy.
  case floor(String, threads: Int)

  fileprivate func row(in results: LessonResults) -> StressRow? {
    switch self {
    case .access(let strategy, let threads), .floor(let strategy, let threads):
      results.run(of: strategy, threads: threads)
    }
  }

  fileprivate func nanoseconds(_ row: StressRow) -> Double? {
    switch self {
    case .access: row.measured?.access?.p50
    case .floor: row.measured?.access?.floor
    }
  }
}

extension Evidence {
  /// One cost is at least so many times the other. The factors that lessons claim are a small part of what is usual.
  package static func cost(_ slow: Cost, isAtLeast factor: Double, times fast: Cost) -> Evidence {
    Evidence(subject: nil, isOfTimes: true) { results in
      let expected = "at least \(HumanFormat.short(factor)) times as long"
      guard let slowRow = slow.row(in: results), let above = slow.nanoseconds(slowRow),
        let below = fast.row(in: results).flatMap(fast.nanoseconds)
      else { return .notSeen(expected: expected, got: "no times") }
      if above >= factor * below { return .seen }
      if let reason = slowRow.whyTimesSayLittle { return .beyondThisMachine(reason) }
      return .notSeen(expected: expected, got: "\(HumanFormat.short(above)) ns against \(HumanFormat.short(below)) ns")
    }
  }

  /// More threads than cores used no more processor time than the cores have.
  package static func processorTimeIsThatOfTheCores(_ strategy: String, threads: Int) -> Evidence {
    Evidence(subject: nil, isOfTimes: true) { results in
      let expected = "no more processor time than the cores have"
      guard let row = results.run(of: strategy, threads: threads), let measured = row.measured else {
        return .notSeen(expected: expected, got: "no times")
      }
      guard threads > row.host.cores else {
        return .beyondThisMachine("\(threads) threads are not too many for \(row.host.cores) cores")
      }
      // A tenth for the two clocks, which are not read at one instant.
      let most = 1.1 * Double(row.host.cores)
      let used = HumanFormat.short(measured.threadsAtOnce)
      return measured.threadsAtOnce <= most ? .seen : .notSeen(expected: expected, got: "that of \(used) cores")
    }
  }
}

extension Measurements {
  /// Threads that ran at one instant, on average.
  fileprivate var threadsAtOnce: Double { Double(cpuNanoseconds) / Double(max(1, wallNanoseconds)) }
}

extension StressRow {
  /// nil where times are those of the strategy.
  fileprivate var whyTimesSayLittle: String? {
    if host.build == "debug" { return "a debug build: times are those of unoptimized code" }
    if !host.sanitizer.isEmpty { return "the \(host.sanitizer) sanitizer is on: times are mostly its own" }
    let atOnce = measured?.threadsAtOnce ?? 0
    // A core to each thread; with more threads than cores this is never asked for.
    guard atOnce >= 0.9 * Double(min(key.threads, host.cores)) else {
      return
        "others are running: on average \(HumanFormat.short(atOnce)) of \(HumanFormat.counted(key.threads, "thread")) ran"
    }
    return nil
  }
}
