import InstrumentedTasks
import Testing

@testable import SingletonSchedules

/// What exists once per process, in code that is compiled for a check.
@Suite(.enabled(if: ScheduleCheck.obstacle == nil))
struct GlobalTests {
  private struct Anybody: Sendable {}

  @Test func `Each schedule builds a static let anew, and its proof says so`() async throws {
    let result = try await check(tasks: 2, fresh: { Anybody() }, access: { _ in await OnMainActor.shared })
    #expect(result.isProved, "\(result)")
  }

  @Test func `An actor that looks, awaits and stores in a global is refuted, and its code shows it again`() async throws
  {
    let found = try await check(tasks: 2, fresh: { Anybody() }, access: { _ in await MadeOnMainActor.shared() })
    #expect(found.findings == [.instances], "\(found)")
    let again = try await check(
      tasks: 2, replay: found.replayCode, fresh: { Anybody() }, access: { _ in await MadeOnMainActor.shared() })
    #expect(again.counterexample == found.counterexample)
  }

  @Test func `A global that nothing guards is refuted`() async throws {
    let result = try await check(tasks: 2, fresh: { Anybody() }, access: { _ in await MadeBeside.shared() })
    #expect(result.findings == [.race], "\(result)")
  }

  @Test func `Two static lets whose initializers depend on nothing are proved`() async throws {
    let result = try await check(tasks: 2, fresh: { WithTwo(.alone) }, access: { await $0.shared() })
    #expect(result.isProved, "\(result)")
  }

  @Test func `What an initializer finds out about others orders them`() async throws {
    let result = try await check(tasks: 3, fresh: { WithTwo(.capturing) }, access: { await $0.shared() })
    #expect(result.isProved, "\(result)")
  }

  @Test(arguments: [WithTwo.Use.locking, .bound])
  func `An initializer that depends on who runs it, or when, is a lock before which others can come`(
    use: WithTwo.Use
  ) async throws {
    let result = try await check(tasks: 2, fresh: { WithTwo(use) }, access: { await $0.shared() })
    #expect(result.isProved, "\(result)")
  }

  @Test func `What two initializers find out may differ if others come between`() async throws {
    let result = try await check(tasks: 2, fresh: { WithTwo(.capturingTwice) }, access: { await $0.shared() })
    #expect(result.findings == [.nilResults], "\(result)")
    #expect(result.counterexample?.contains("pauses before") == true, "\(result)")
  }

  @Test func `Where an initializer uses two locks, nothing comes between, and nothing is decided`() async throws {
    let result = try await check(tasks: 2, fresh: { WithTwo(.lockingTwice) }, access: { await $0.shared() })
    #expect(result.verdict == .undecided, "\(result)")
    #expect(result.obstacle?.contains("Globals.swift:") == true, "\(result)")
  }

  @Test(arguments: [WithTwo.Use.between, .outside])
  func `A static let orders nothing but what its initializer does`(use: WithTwo.Use) async throws {
    let result = try await check(tasks: 2, fresh: { WithTwo(use) }, access: { await $0.shared() })
    #expect(result.findings == [.race], "\(result)")
  }

  @Test func `What code without flags makes once is made anew in each schedule, and proved`() async throws {
    for make in [makeOrTrap, makeOrNothing] {
      MadeByLibrary.make = make
      let result = try await check(tasks: 2, fresh: { Anybody() }, access: { _ in await MadeByLibrary.shared() })
      #expect(result.isProved, "\(result)")
    }
  }
}

nonisolated(unsafe) private var isMade = false

/// Makes the one instance of a library, which must not be asked for again.
@Sendable private func makeOrTrap() -> InstrumentedTasks.Thing? {
  precondition(!isMade)
  isMade = true
  return InstrumentedTasks.Thing()
}

@Sendable private func makeOrNothing() -> InstrumentedTasks.Thing? {
  defer { isMade = true }
  return isMade ? nil : InstrumentedTasks.Thing()
}
