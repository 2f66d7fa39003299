import SingletonBench
import Testing

@testable import ClientStrategies

@Suite struct `The strategies of this package` {
  @Test func `the lock is proved`() throws {
    #expect(try check(ClientMutex.self).isProved)
  }

  @Test func `the lazy form shows what it declares`() throws {
    let result = try check(ClientLazy.self)
    #expect(result.isAsDeclared && result.findings.contains(.instances))
    #expect(result.description.contains("if instance.load() == nil {"))
  }
}
