package import SingletonCore
package import SingletonMemoryModels
import SingletonPlatform
package import SingletonStrategyChecker
package import SingletonStrategyKit
import SingletonTextFormats

/// A check of a strategy's listing whose accessor is awaited, in one scenario, as it is compiled.
package struct AwaitedListingCheck: Sendable {
  private let form: any AwaitedPlainForm.Type
  private let scenario: Scenario
  private let sources: SourceLibrary
  /// The row, before it is checked.
  private let row: CheckRow

  /// Creates the check, or returns `nil` if the listing has no accessor that is awaited.
  package init?(_ entry: CatalogEntry, _ scenario: Scenario, tasks: Int, model: MemoryModel, sources: SourceLibrary) {
    guard let form = entry.info.plain.form as? any AwaitedPlainForm.Type else { return nil }
    (self.form, self.scenario, self.sources) = (form, scenario, sources)
    row = CheckRow(listing: entry, scenario, callers: tasks, model: model)
  }

  /// Visits the schedules.
  ///
  /// - Throws: An error if nothing can be checked in this process.
  package func row(limits: CheckLimits) throws(CheckError) -> CheckRow {
    if let obstacle = ScheduleCheck.obstacle { return row(.notModeled, because: obstacle) }
    var plan = Plan(tasks: row.threads, scheduleLimit: limits.executions, isInterrupted: limits.isInterrupted)
    plan.time =
      limits.deadline.map { .nanoseconds(Int64($0) - Int64(monotonicNanoseconds())) } ?? .seconds(Self.noLimit)
    switch scenario {
    case .firstAccess: break
    case .failing: plan.failsFirst = true
    case .canceled: plan.cancelsFirst = true
    default: return row(.notModeled, because: "tasks are not checked in this scenario")
    }
    return row(of: try check(form, plan).result())
  }

  /// The seconds of a search without a limit.
  private static let noLimit: Int64 = 1_000_000_000

  private func check<P: AwaitedPlainForm>(_ form: P.Type, _ plan: Plan) -> ScheduleCheck {
    ScheduleCheck(name: row.strategy, plan) {
      let owner = form.fresh()
      let access: Exploration.Access = { try await form.shared(of: owner) }
      let failing: Exploration.Access = { try await form.sharedWhileFailing(of: owner) }
      return Exploration.Subject(owner: owner, access: { $0 == 0 && plan.failsFirst ? failing : access })
    }
  }

  private func row(of result: ScheduleResult) -> CheckRow {
    var row = row(result.verdict, because: result.verdict == .undecided ? result.obstacle : nil)
    row.executions = result.schedules
    row.found = Set(result.findings)
    // Jobs that run one at a time need no weak memory.
    row.strongestModels = Dictionary(uniqueKeysWithValues: result.findings.map { ($0, .sc) })
    row.counterexample = result.replay.map { replay in
      var example = ScheduleDrawing(replay, tasks: row.threads, sources: sources).example
      example.strongestModel = .sc
      let count = result.counts[replay.code.finding] ?? 0
      example.sentence +=
        ", in \(HumanFormat.grouped(count)) of \(HumanFormat.counted(result.schedules, "schedule"))"
      return example
    }
    row.grade = row.gradeOfListing(in: scenario)
    return row
  }

  private func row(_ verdict: CheckVerdict, because obstacle: String?) -> CheckRow {
    var row = row
    (row.verdict, row.obstacle) = (verdict, obstacle)
    return row
  }
}
