import Foundation
import InstrumentedTasks
import SingletonStatistics
import Testing

@testable import SingletonSchedules

@Suite(.enabled(if: ScheduleCheck.obstacle == nil))
struct InterleavingOracleTests {
  private typealias Programs = [[InstrumentedTasks.Operation]]

  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }

  /// Random programs for two tasks. `ORACLE_PROGRAMS` in the environment asks for more of them, `ORACLE_SEED` for others, and
  /// `ORACLE_TASKS` for more tasks.
  private static func programs(_ usual: Int, steps: ClosedRange<Int>) -> [Programs] {
    var random = SplitMix64(seed: UInt64(number("ORACLE_SEED") ?? 7))
    return (0..<(number("ORACLE_PROGRAMS") ?? usual)).map { _ in
      (0..<(number("ORACLE_TASKS") ?? 2)).map { _ in
        (0..<Int.random(in: steps, using: &random)).map { _ in
          InstrumentedTasks.Operation.allCases.randomElement(using: &random)!
        }
      }
    }
  }

  private func search(_ plan: Plan, _ programs: Programs) async throws -> ScheduleResult {
    try await check(plan, fresh: { Interleaved(programs) }, access: { try await $0.run() })
  }

  /// The orders of the first one leave the same memory, and differ on the stack of a job that pauses.
  private static let longer = [[[.loadTwice, .loadOther], [.store, .storeOther]]] + programs(24, steps: 1...3)

  @Test(arguments: longer.indices)
  func `The search comes to what threads come to that run the same programs step by step`(index: Int) async throws {
    let programs = Self.longer[index]
    let result = try await search(Plan(tasks: programs.count, notesOutcomes: true), programs)
    let model = InterleavingModel(programs)
    #expect(result.obstacle == nil, "\(programs): \(result)")
    #expect(
      result.outcomes == model.outcomes,
      "\(programs): missing \(model.outcomes.subtracting(result.outcomes)), too many \(result.outcomes.subtracting(model.outcomes))"
    )
  }

  private static let shorter = programs(4, steps: 1...2)

  @Test(arguments: shorter.indices)
  func `The search comes to what one comes to whose jobs pause before each lock and atomic`(index: Int) async throws {
    let programs = Self.shorter[index]
    var plan = Plan(tasks: programs.count, notesOutcomes: true)
    let reduced = try await search(plan, programs)
    plan.dividesAlways = true
    plan.scheduleLimit = 2_000
    let naive = try await search(plan, programs)
    #expect(!reduced.outcomes.isEmpty && reduced.obstacle == nil, "\(programs): \(reduced)")
    #expect(
      naive.outcomes.isSubset(of: reduced.outcomes), "\(programs): \(naive.outcomes.subtracting(reduced.outcomes))")
    if naive.obstacle == nil {
      #expect(
        naive.outcomes == reduced.outcomes && naive.findings == reduced.findings,
        "\(programs): \(reduced.outcomes.subtracting(naive.outcomes))")
    }
  }
}
