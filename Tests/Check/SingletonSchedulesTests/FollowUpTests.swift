import CPlainState
import Foundation
import InstrumentedTasks
import Testing

@testable import SingletonSchedules

@Suite("Schedules beside the search", .enabled(if: ScheduleCheck.obstacle == nil))
struct FollowUpTests {
  #if arch(x86_64)
    @Test(arguments: Lending.Use.allCases)
    func `Two jobs that lend the same memory to a function of a library are not proved`(use: Lending.Use) async throws {
      let result = try await lent(use, isLocked: false)
      #expect(result.verdict == .undecided, "\(result)")
      #expect(result.obstacle?.contains("not compiled for a check") == true, "\(result)")
    }

    @Test(arguments: Lending.Use.allCases)
    func `and are proved if a lock orders them`(use: Lending.Use) async throws {
      let result = try await lent(use, isLocked: true)
      #expect(result.isProved, "\(result)")
    }

    @Test func `Code that reads the processor's clock is not proved`() async throws {
      let result = try await check(
        fresh: { Placing(.clockOfProcessor) }, roles: { await $0.key() }, expecting: { _, keys in keys == [1, 1] })
      #expect(result.obstacle?.contains("clock of the processor") == true, "\(result)")
    }
  #endif

  @Test(arguments: [Placing.Use.oldMemory, .deadObject, .time, .thread])
  fileprivate func `What depends on more than the order of jobs is not proved`(use: Placing.Use) async throws {
    let result = try await check(
      fresh: { Placing(use) }, roles: { await $0.key() }, expecting: { _, keys in keys.sorted() == use.usual })
    #expect(result.verdict == .undecided, "\(result)")
  }

  @Test func `A perturbed schedule says what it breaks`() async throws {
    let result = try await check(
      fresh: { Placing(.deadObject) }, roles: { await $0.key() }, expecting: { _, keys in keys == [1, 1] })
    let reason = "a perturbed schedule breaks the promise (values that are not as expected)"
    #expect(result.obstacle?.contains(reason) == true, "\(result)")
  }

  @Test func `A proof says no more of uninstrumented code and perturbed schedules than has run`() async throws {
    let usual = try await check(
      fresh: { Lending(.sort, isLocked: true) }, roles: { await $0.lend() }, expecting: { _, _ in true })
    #expect(usual.isProved && usual.description.contains("32 schedules with others"), "\(usual)")
    #if arch(x86_64)
      #expect(usual.description.contains("looked at in 4 schedules"), "\(usual)")
    #endif
    // Without memory that is put back, none of them runs.
    let plan = Plan(tasks: 2, mergesStates: false)
    let whole = try await check(plan, fresh: { Keeping() }, access: { await $0.current() })
    #expect(whole.isProved && !whole.description.contains("schedules with others"), "\(whole)")
  }

  private func lent(_ use: Lending.Use, isLocked: Bool) async throws -> ScheduleResult {
    try await check(
      fresh: { Lending(use, isLocked: isLocked) }, roles: { await $0.lend() }, expecting: { _, _ in true })
  }
}

/// Hands out keys by more than the order of jobs.
private final class Placing: Sendable {
  enum Use: Sendable {
    case oldMemory, deadObject, time, thread, clockOfProcessor

    /// What two callers get in each schedule of a search: whether a key is a new one.
    var usual: [Int] { self == .oldMemory || self == .deadObject ? [1, 1] : [0, 1] }
  }
  private final class Block {}

  private let use: Use
  private let seen = Seen()

  init(_ use: Use) { self.use = use }

  func key() async -> Int {
    await Task.yield()
    switch use {
    case .oldMemory: return await isZero() ? 1 : 0
    case .deadObject: return await seen.add(ObjectIdentifier(Block()).hashValue)
    case .time: return await seen.add(Int(truncatingIfNeeded: DispatchTime.now().uptimeNanoseconds))
    case .thread: return await seen.add(Int(truncatingIfNeeded: pthread_self()))
    case .clockOfProcessor: return plain_ticks() == 0 ? 0 : 1
    }
  }

  private func isZero() async -> Bool {
    let words = UnsafeMutablePointer<Int>.allocate(capacity: 8)
    defer { words.deallocate() }
    return words[4] == 0
  }
}

private actor Seen {
  private var keys: Set<Int> = []
  func add(_ key: Int) -> Int { keys.insert(key).inserted ? 1 : 0 }
}

private actor Keeping {
  private let thing = Placing(.time)
  func current() -> Placing { thing }
}
