import SingletonCore
import SingletonTextFormats

/// A time that a run has measured, in nanoseconds per access.
package enum Cost: Sendable {
  /// A later access.
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
  /// Returns evidence that one cost is at least a multiple of another. The factors in lessons are far below typical ones.
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

  /// Returns evidence that more threads than cores used no more processor time than the cores provide.
  package static func processorTimeIsThatOfTheCores(_ strategy: String, threads: Int) -> Evidence {
    Evidence(subject: nil, isOfTimes: true) { results in
      let expected = "no more processor time than the cores provide"
      guard let row = results.run(of: strategy, threads: threads), let measured = row.measured else {
        return .notSeen(expected: expected, got: "no times")
      }
      guard threads > row.host.cores else {
        return .beyondThisMachine("\(threads) threads are not more than \(row.host.cores) cores")
      }
      // Allows a tenth more, because the two clocks are not read at the same instant.
      let most = 1.1 * Double(row.host.cores)
      let used = HumanFormat.short(measured.threadsAtOnce)
      return measured.threadsAtOnce <= most ? .seen : .notSeen(expected: expected, got: "that of \(used) cores")
    }
  }
}

extension Measurements {
  /// The average number of threads that ran at the same time.
  fileprivate var threadsAtOnce: Double { Double(cpuNanoseconds) / Double(max(1, wallNanoseconds)) }
}

extension StressRow {
  /// The reason why the times are not those of the strategy, or `nil` if they are.
  fileprivate var whyTimesSayLittle: String? {
    if host.build == "debug" { return "a debug build: times are those of unoptimized code" }
    if !host.sanitizer.isEmpty { return "the \(host.sanitizer) sanitizer is on: times are mostly its overhead" }
    let atOnce = measured?.threadsAtOnce ?? 0
    // All threads for which there is a core must have run at the same time.
    guard atOnce >= 0.9 * Double(min(key.threads, host.cores)) else {
      return "other processes are running: on average \(HumanFormat.short(atOnce)) of"
        + " \(HumanFormat.counted(key.threads, "thread")) ran"
    }
    return nil
  }
}
