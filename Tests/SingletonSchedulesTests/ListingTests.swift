import Testing

@testable import PlainSwift
@testable import SingletonSchedules

/// The catalog's listings of actors, which the model of the strategies does not cover, in every order of their jobs.
@Suite(.enabled(if: ScheduleCheck.obstacle == nil))
struct ListingTests {
  @Test func `An actor that awaits nothing between the check and the store is proved`() async throws {
    let result = try await check(tasks: 3, fresh: { ProfileStore() }, access: { await $0.current() })
    #expect(result.isProved, "\(result)")
  }

  @Test func `An actor that awaits there hands out two instances`() async throws {
    let result = try await check(tasks: 2, fresh: { TokenStore() }, access: { await $0.current() })
    #expect(result.findings == [.instances], "\(result)")
  }

  @Test(arguments: [false, true])
  func `A task that is kept is proved, also if the first caller is canceled`(cancels: Bool) async throws {
    let kept = try await check(
      tasks: 2, cancelsFirst: cancels, fresh: { ExchangeRateStore() }, access: { try await $0.rates() })
    #expect(kept.isProved, "\(kept)")
    let forgotten = try await check(
      tasks: 2, cancelsFirst: cancels, fresh: { WeatherStore() }, access: { try await $0.weather() })
    #expect(forgotten.isProved, "\(forgotten)")
  }

  @Test(arguments: [false, true])
  func `A caller that cancels the kept task refuses the others`(cancels: Bool) async throws {
    let result = try await check(
      tasks: 2, cancelsFirst: cancels, fresh: { InboxStore() }, access: { try await $0.inbox() })
    #expect(result.findings == (cancels ? [.refused] : []) && result.isProved == !cancels, "\(result)")
  }
}
