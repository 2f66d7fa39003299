import Example
import SingletonStressTesting
import Testing

@Suite struct Races {
  @Test func oneCache() async throws {
    let result = try await stress(named: "Images.cache", fresh: { Images() }, access: { $0.cache })
    // This also fails if the machine was too busy for the race to mean anything.
    #expect(result.isSingleton)
  }
}
