import Foundation
import InstrumentedTasks
import SingletonStatistics
import Testing

@testable import SingletonSchedules

@Suite(.enabled(if: ScheduleCheck.obstacle == nil))
struct InterleavingOracleTests {
  /// The number of random programs. `ORACLE_PROGRAMS` in the environment asks for more of them.
  private static let count = ProcessInfo.processInfo.environment["ORACLE_PROGRAMS"].flatMap { Int($0) } ?? 6

  /// A program for each of two tasks.
  private static let programs: [[[InstrumentedTasks.Operation]]] = {
    var random = SplitMix64(seed: ProcessInfo.processInfo.environment["ORACLE_SEED"].flatMap { UInt64($0) } ?? 7)
    return (0..<count).map { _ in
      (0..<2).map { _ in
        (0..<Int.random(in: 1...2, using: &random)).map { _ in
          InstrumentedTasks.Operation.allCases.randomElement(using: &random)!
        }
      }
    }
  }()

  @Test(arguments: programs.indices)
  func `The search comes to what one comes to whose jobs pause before each lock and atomic`(index: Int) async throws {
    let programs = Self.programs[index]
    var plan = Plan(tasks: 2, notesOutcomes: true)
    let reduced = try await check(plan, fresh: { Interleaved(programs) }, access: { try await $0.run() })
    plan.dividesAlways = true
    plan.scheduleLimit = 2_000
    let naive = try await check(plan, fresh: { Interleaved(programs) }, access: { try await $0.run() })
    #expect(!reduced.outcomes.isEmpty && reduced.obstacle == nil, "\(programs): \(reduced)")
    #expect(
      naive.outcomes.isSubset(of: reduced.outcomes), "\(programs): \(naive.outcomes.subtracting(reduced.outcomes))")
    if naive.obstacle == nil {
      #expect(
        naive.outcomes == reduced.outcomes && naive.findings == reduced.findings,
        "\(programs): \(reduced.outcomes.subtracting(naive.outcomes)) of \(reduced.outcomes.sorted())")
    }
  }
}
