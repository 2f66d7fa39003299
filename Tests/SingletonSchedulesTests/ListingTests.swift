import Testing

@testable import PlainSwift
@testable import SingletonSchedules

/// The catalog's listings whose first caller is canceled, which `check --form plain` does not do with all of them.
@Suite(.enabled(if: ScheduleCheck.obstacle == nil))
struct ListingTests {
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
