import SingletonCore
import SingletonPlatform
import SingletonReports
import SingletonStress
import SingletonStressReports
import SingletonTextFormats
import Synchronization
import TestSupport
import Testing

@Suite(.copiesThisProcess) struct `Roles` {
  /// Two tickets, of which `take` hands out one at a time.
  private final class Tickets: @unchecked Sendable {
    private let lock = Mutex(())
    private let isLocked: Bool
    private(set) var left = 2

    init(isLocked: Bool) { self.isLocked = isLocked }

    func take() -> Int {
      guard isLocked else { return takeWithoutLock() }
      return lock.withLock { _ in takeWithoutLock() }
    }

    private func takeWithoutLock() -> Int {
      let ticket = left
      left = ticket - 1
      return ticket
    }
  }

  private func race(
    isLocked: Bool, second: @escaping @Sendable (borrowing Tickets) throws -> Int = { $0.take() }
  ) async throws -> StressResult {
    try await stress(
      named: "tickets", fresh: { Tickets(isLocked: isLocked) }, roles: { $0.take() }, second,
      expecting: { tickets, values in
        Set(values).count == values.count && tickets.left == 2 - values.count
      })
  }

  @Test func `what two roles break together is broken, with its values`() async throws {
    let result = try await race(isLocked: false)
    #expect(result.verdict == .broken && result.unexpectedTrials == result.violatingTrials, "\(result)")
    #expect(result.description.contains(/not as expected [^(]*\([^)]*\[2, 2\]/), "\(result)")
    #expect(result.mostInstances <= 1 && !result.description.contains("initialized more than once"))
  }

  @Test func `under a lock they are as expected, and the result does not speak of instances`() async throws {
    let result = try await race(isLocked: true)
    #expect(result.verdict != .broken && result.unexpectedTrials == 0 && result.trials > 0, "\(result)")
    #expect(result.description.contains("as expected in each of") && !result.description.contains("one instance"))
  }

  @Test func `each role has a thread, and the values are in their order`() async throws {
    let result = try await stress(
      named: "order", settings: StressSettings(threads: 2), fresh: { LockedOwner() },
      roles: { _ in 0 }, { _ in 1 }, { _ in 2 }, { _ in 3 }, { _ in 4 },
      expecting: { _, values in values == [0, 1, 2, 3, 4] })
    #expect(result.threads == 5 && result.unexpectedTrials == 0 && result.trials > 0, "\(result)")
  }

  @Test func `an error of a role is an error, and the others' values are not judged`() async throws {
    let result = try await race(isLocked: true) { _ in throw MissingFile(path: "x") }
    #expect(result.errors == result.trials && result.unexpectedTrials == 0 && result.verdict == .broken, "\(result)")
    #expect(result.outcomes.map(\.outcome.values) == ["[2, error]"] && !result.outcomes[0].outcome.isExpected)
  }

  @Test func `a judge that asks for each role is not blamed for a crash of both`() async throws {
    let result = try await stress(
      fresh: { Emptied() }, roles: { $0.empty() }, { $0.count() }, expecting: { _, all in all[1] <= 1 })
    #expect(result.crashes > 0 && result.crashesAlone == false, "\(result)")
    #expect(!result.description.contains("one thread alone"))
  }

  @Test func `a role that crashes alone needs no race, whichever it is`() async throws {
    let result = try await stress(
      fresh: { Emptied() }, roles: { $0.empty() }, { $0.fail() }, expecting: { _, all in all[1] <= 1 })
    #expect(result.crashes > 0 && result.crashesAlone == true, "\(result)")
  }

  /// Looks, waits until the other role has emptied it, and unwraps.
  private final class Emptied: @unchecked Sendable {
    private let isEmpty = Atomic(false)
    private var value: Int? = 1

    func fail() -> Int { fatalError("alone") }

    func empty() -> Int {
      value = nil
      isEmpty.store(true, ordering: .releasing)
      return 0
    }

    func count() -> Int {
      let deadline = ContinuousClock.now + .milliseconds(50)
      while !isEmpty.load(ordering: .acquiring), ContinuousClock.now < deadline {}
      return value!
    }
  }

  @Test func `no role is refused`() async throws {
    await #expect(throws: StressError.self) {
      try await stress(fresh: { Tickets(isLocked: true) }, expecting: { (_, _: [Int]) in true })
    }
  }

  @Test func `every trial is counted with its outcome`() async throws {
    let result = try await race(isLocked: false)
    #expect(result.outcomes.reduce(0) { $0 + $1.trials } == result.trials)
    #expect(result.outcomes.filter { !$0.outcome.isExpected }.reduce(0) { $0 + $1.trials } == result.unexpectedTrials)
    #expect(result.outcomes.map(\.trials) == result.outcomes.map(\.trials).sorted(by: >))
  }

  @Test func `the report of a race of roles says whether it was broken`() async throws {
    let result = try await race(isLocked: false)
    let folder = try TemporaryFolder()
    try folder.write(result.csv, to: "roles.csv")
    var reader = try RowReader.report(folder("roles.csv"))
    let row = try #require(try reader.rows().first)
    #expect(row.verdict.kind == .unsafe && row.grade == .failed, "\(result)")
  }
}
