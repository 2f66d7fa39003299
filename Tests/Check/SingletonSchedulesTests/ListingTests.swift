import Testing

@testable import PlainSwift
@testable import SingletonSchedules

/// Listings of the catalog in ways in which `check --form plain` does not check them.
@Suite(.enabled(if: ScheduleCheck.obstacle == nil))
struct ListingTests {
  @Test func `A static let of the main actor is built anew in each schedule, and proved`() async throws {
    let result = try await check(tasks: 2, fresh: { MainActor.shared }, access: { _ in await WindowManager.shared })
    #expect(result.isProved, "\(result)")
  }

  @Test func `A task gets what it has bound and not what another task binds`() async throws {
    let result = try await check(tasks: 3, fresh: { RequestContext(user: "me") }) { context in
      let own = RequestContext(user: "own")
      return await RequestContext.$current.withValue(own) {
        await Task.yield()
        async let seenByChild = RequestContext.current
        return await seenByChild === own ? context : nil
      }
    }
    #expect(result.isProved, "\(result)")
    let bound = try await check(
      tasks: 2, fresh: { MainActor.shared }, access: { _ in await contextOfRequest(by: "me") })
    #expect(bound.findings == [.instances], "\(bound)")
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
