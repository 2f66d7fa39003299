package import SingletonCore
package import SingletonModelChecker
import SingletonStrategyKit

extension StrategyCheck {
  /// Runs the check and, if it is refuted, runs it again with each single edit of the strategy's source.
  ///
  /// - Parameter limits: The limits of each run.
  package func repair(limits: CheckLimits) throws(ExplorationError) -> RepairRow {
    var repair = RepairRow(try row(limits: limits, draws: false))
    guard repair.row.verdict == .refuted, let names = trial(.none)?.names() else { return repair }
    let record = OperationRecord()
    _ = try run(limits: limits, .recording(record))
    var proved: [Edit] = []
    var others: [StrategyCheck]?
    for edit in record.edits(names) where !proved.contains(where: edit.includes) {
      let row = with(edit).judged(limits)
      if row.verdict == .proved {
        proved.append(edit)
        others = others ?? provedInOtherScenarios(limits)
      }
      repair.attempts.append(
        RepairRow.Attempt(
          edit.kind, place: edit.place(record, file: entry.info.file), change: edit.change(record, names), row: row,
          others: row.verdict == .proved ? (others ?? []).map { $0.with(edit).judged(limits) } : []))
    }
    return repair
  }

  private func with(_ edit: Edit) -> StrategyCheck {
    var check = self
    check.edit = edit
    return check
  }

  /// The checks in the other declared scenarios, with as many threads and under the same model, that are proved.
  private func provedInOtherScenarios(_ limits: CheckLimits) -> [StrategyCheck] {
    entry.info.scenarios.filter { $0 != scenario }.map { other in
      StrategyCheck(
        entry, other, threads: threads, model: model, sources: sources, reducesSymmetry: reducesSymmetry,
        timeouts: timeouts)
    }.filter { $0.judged(limits).verdict == .proved }
  }

  /// Explores executions until one breaks the promise or all have been visited. An error leaves the verdict open.
  private func judged(_ limits: CheckLimits) -> CheckRow {
    var row = CheckRow(self)
    func breaks(_ found: Set<Defect>) -> Bool {
      row.found = found
      return !row.breaches.isEmpty
    }
    do {
      guard let result = try run(limits: limits, mostIdleRuns: { breaks($0) ? 0 : .max }) else { return row }
      row.executions = result.executions
      row.hasTimedWaits = result.hasTimedWaits
      row.verdict = breaks(result.found) ? .refuted : result.isComplete ? .proved : .undecided
    } catch .tooManyThreads {
      row.verdict = .tooManyThreads
    } catch {
      (row.verdict, row.obstacle) = (.undecided, "\(error)")
    }
    return row
  }
}

extension Edit {
  /// Returns whether this edit is the other one at the same place, and more.
  fileprivate func includes(_ other: Edit) -> Bool {
    switch (self, other) {
    case (.order(let site, let order), .order(let same, let weaker)): site == same && weaker.isAtMost(order)
    case (.storedOnce(let variable), .atomic(let same)): variable == same
    default: false
    }
  }
}
