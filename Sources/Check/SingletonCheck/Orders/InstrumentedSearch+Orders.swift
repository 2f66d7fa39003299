import CSingletonHooks
import SingletonCore
import SingletonModelChecker
import SingletonStrategyChecker
import SingletonStrategyKit

extension InstrumentedSearch where Owner: ~Copyable {
  /// Checks the class, and finds the minimal sets of memory orders with which its check still proves it.
  func weakestOrders(_ threads: ClosedRange<Int>) throws(CheckError) -> WeakestOrders {
    try Self.requireValid(threads)
    try requireModel()
    return try alone { (search) throws(CheckError) -> WeakestOrders in
      let check = try search.check(threads)
      guard check.isProved else {
        return WeakestOrders(check, without: "not searched, because the class is \(check.verdict) with its own.")
      }
      do throws(OrderingFailure) {
        let rows = try search.orderingRows(threads)
        if rows.isEmpty { return WeakestOrders(check, without: "the threads share no operation that has one.") }
        return WeakestOrders(check, rows: rows, threads: threads)
      } catch {
        switch error {
        case .limit:
          return WeakestOrders(
            check, without: "not decided. A check with other orders was stopped by the limit `time` or `executions`.")
        case .obstacle(let sentence): return WeakestOrders(check, without: "not decided. \(sentence)")
        case .exploration(let error): throw CheckError(error)
        }
      }
    } orWithout: {
      WeakestOrders(unanswered(threads, $0), without: "not searched.")
    }
  }

  private func orderingRows(_ threads: ClosedRange<Int>) throws(OrderingFailure) -> [OrderingRow] {
    // Only one program can exist at a time.
    var current: InstrumentedProgram<Owner, Value>?
    var search = OrderingSearch(Array(threads)) { count, experiment, mostIdleRuns throws(OrderingFailure) in
      if current?.threadCount != count {
        current = nil
        do throws(CheckError) { current = try program(count) } catch { throw .obstacle(error.description) }
      }
      return try defects(of: current!, experiment, mostIdleRuns)
    }
    let rows = try search.rows { row, site, shown in
      (row.strategy, row.column) = (subject.name, site.column)
      row.threads = shown?.check
    }
    return withoutColumns(rows)
  }

  /// Returns the defects that break the promise, if the exploration has decided that.
  private func defects(
    of program: InstrumentedProgram<Owner, Value>, _ orderings: OrderingExperiment,
    _ mostIdleRuns: @escaping (Set<Defect>) -> UInt64?
  ) throws(OrderingFailure) -> Set<Defect> {
    let log = InstrumentedLog()
    let check = InstrumentedCheck(subject: subject, program: program, model: model, log: log)
    defer { ch_see(false, false) }
    if sees { ch_see(true, seesElements) }
    func breaches(_ defects: Set<Defect>) -> Set<Defect> { defects.filter(check.isBroken) }
    let result: ExplorationResult?
    do throws(ExplorationError) {
      result = try check.run(limits: limits, orderings) { mostIdleRuns(breaches($0)) }
    } catch {
      guard let obstacle = obstacle(error, program) else { throw .exploration(error) }
      throw OrderingFailure(obstacle)
    }
    if let obstacle = log.obstacle { throw OrderingFailure(obstacle) }
    let found = breaches(result?.found ?? [])
    guard mostIdleRuns(found) == .max else { return found }
    if result?.isComplete != true { throw .limit }
    if !log.openLoops.isEmpty { throw .obstacle(OpenLoops.advice(log.openLoops) { UserLines.line(of: $0).place }) }
    if log.hasMetMore(than: self.log) {
      throw .obstacle(
        "With other orders, the code reaches a wait, a compare-exchange or a random number of which the proof above assumes"
          + " nothing.")
    }
    return found
  }

  /// Returns the rows without their columns where the line and the role tell operations apart.
  private func withoutColumns(_ rows: [OrderingRow]) -> [OrderingRow] {
    rows.map { row in
      var row = row
      let isAlone = rows.allSatisfy {
        ($0.file, $0.line, $0.role) != (row.file, row.line, row.role) || $0.column == row.column
      }
      if isAlone { row.column = nil }
      return row
    }
  }
}

extension OrderingFailure {
  fileprivate init(_ obstacle: Undecided) {
    self = .obstacle("With some orders, the code does what a check does not cover: \(obstacle).")
  }
}
