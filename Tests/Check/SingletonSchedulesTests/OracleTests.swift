import Foundation
import SingletonStatistics
import Synchronization
import Testing

@testable import SingletonSchedules

private enum Step: Sendable {
  case look, store, canceled
  case yield, child, sleep, other, kept

  /// Returns a program that looks, stores and awaits once, because a search without reductions ends in time only then.
  static func program(_ random: inout SplitMix64) -> [Step] {
    let wait = [yield, child, sleep, other, kept].randomElement(using: &random)!
    let more = [look, store, canceled].randomElement(using: &random)!
    return [look, store, wait, more].shuffled(using: &random)
  }
}

extension Thing {
  fileprivate static func counted() -> Thing {
    Building.begins()
    return Thing()
  }
}

/// An actor that runs a generated program.
private actor Inside {
  private let program: [Step]
  private let other = Store()
  private var made: Thing?
  private var task: Task<Thing, Never>?

  init(_ program: [Step]) { self.program = program }

  func current() async -> Thing? {
    for step in program {
      switch step {
      case .look: if let made { return made }
      case .store: made = Thing.counted()
      case .canceled: if Task.isCancelled { return nil }
      case .yield: await Task.yield()
      case .child:
        async let thing = Thing()
        made = await thing
      case .sleep: try? await Task.sleep(for: .seconds(1))
      case .other: if let thing = await other.value { made = thing } else { await other.set(Thing()) }
      case .kept:
        if task == nil { task = Task { Thing() } }
        made = await task!.value
      }
    }
    return made
  }
}

/// A class that runs a generated program on no actor. Each of its accesses is part of one job.
private final class Outside: Sendable {
  private final class Memory: Sendable {
    let made = Mutex<Thing?>(nil)
  }

  private let program: [Step]
  private let other = Store()
  private let memory = Memory()

  init(_ program: [Step]) { self.program = program }

  private var made: Thing? { memory.made.withLock { $0 } }

  func current() async -> Thing? {
    for step in program {
      switch step {
      case .look: if let made { return made }
      case .store: memory.made.withLock { $0 = Thing.counted() }
      case .canceled: if Task.isCancelled { return nil }
      case .yield: await Task.yield()
      case .child:
        async let thing = made ?? Thing()
        let found = await thing
        memory.made.withLock { $0 = found }
      case .sleep: try? await Task.sleep(for: .seconds(1))
      case .other, .kept: if await other.value == nil { await other.set(Thing()) }
      }
    }
    return made
  }
}

@Suite(.enabled(if: ScheduleCheck.obstacle == nil))
struct OracleTests {
  /// The number of random programs. `ORACLE_PROGRAMS` in the environment asks for more of them.
  private static func count(_ usual: Int) -> Int {
    ProcessInfo.processInfo.environment["ORACLE_PROGRAMS"].flatMap { Int($0) } ?? usual
  }

  /// One program that is broken in both kinds, and random ones.
  private static let programs: [[Step]] = {
    var random = SplitMix64(seed: 1)
    return [[.look, .yield, .store]] + (0..<count(5)).map { _ in Step.program(&random) }
  }()

  @Test(arguments: programs.indices)
  func `The search comes to what a search without reductions comes to`(index: Int) async throws {
    try await compare(index, Inside.init) { await $0.current() }
    try await compare(index, Outside.init) { await $0.current() }
  }

  /// Programs of up to two awaits.
  private static let mergedPrograms: [[Step]] = {
    var random = SplitMix64(seed: 2)
    return (0..<count(6)).map { _ in Step.program(&random) + (Bool.random(using: &random) ? [.yield] : []) }
  }()

  @Test(arguments: mergedPrograms.indices)
  func `A search that goes on once from equal states counts what a search of every schedule counts`(
    index: Int
  )
    async throws
  {
    try await compareCounts(index, Inside.init) { await $0.current() }
    try await compareCounts(index, Outside.init) { await $0.current() }
  }

  private func compareCounts<Owner: Sendable>(
    _ index: Int, _ make: @escaping @Sendable ([Step]) -> Owner,
    access: @escaping @Sendable (Owner) async throws -> Thing?
  ) async throws {
    let program = Self.mergedPrograms[index]
    var plan = Plan(tasks: 2, cancelsFirst: index.isMultiple(of: 3), notesOutcomes: true)
    let merged = try await check(plan, fresh: { make(program) }, access: access)
    plan.mergesStates = false
    let whole = try await check(plan, fresh: { make(program) }, access: access)
    #expect(!whole.outcomes.isEmpty && merged.outcomes == whole.outcomes, "\(program)")
    #expect(merged.schedules == whole.schedules && merged.counts == whole.counts, "\(program): \(merged), \(whole)")
    #expect(merged.mostBuildings == whole.mostBuildings && merged.obstacle == whole.obstacle)
  }

  private func compare<Owner: Sendable>(
    _ index: Int, _ make: @escaping @Sendable ([Step]) -> Owner,
    access: @escaping @Sendable (Owner) async throws -> Thing?
  ) async throws {
    let program = Self.programs[index]
    var plan = Plan(tasks: 2, cancelsFirst: index == 3, notesOutcomes: true)
    let reduced = try await check(plan, fresh: { make(program) }, access: access)
    plan.isReduced = false
    plan.scheduleLimit = 13_000
    let naive = try await check(plan, fresh: { make(program) }, access: access)
    #expect(!reduced.outcomes.isEmpty && reduced.schedules < 10_000)
    #expect(naive.outcomes.isSubset(of: reduced.outcomes), "\(program): \(naive), \(reduced)")
    // A limit is met by some searches without reductions, which then come to less.
    if naive.schedules < 13_000 {
      #expect(naive.outcomes == reduced.outcomes && naive.findings == reduced.findings, "\(program)")
      #expect(reduced.schedules <= naive.schedules)
    }
  }
}
