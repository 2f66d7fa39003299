import ModeledSynchronization
import Testing

/// A class, and what its check must say.
struct CheckedClass: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Checks the class with these numbers of threads.
  let result: @Sendable (_ threads: ClosedRange<Int>) throws -> CheckResult
  /// The executions with two and with three threads, for a class that is proved.
  let executions: [UInt64]
  let findings: Set<Defect>

  init<Checked: Account>(_ make: @escaping @Sendable () -> Checked, proved executions: [UInt64]) {
    self.init(make, executions, [])
  }

  init<Checked: Account>(_ make: @escaping @Sendable () -> Checked, refuted findings: Set<Defect>) {
    self.init(make, [], findings)
  }

  private init<Checked: Account>(
    _ make: @escaping @Sendable () -> Checked, _ executions: [UInt64], _ findings: Set<Defect>
  ) {
    testDescription = "\(Checked.self)"
    result = { try check(threads: $0, fresh: make, access: { $0.cache }) }
    self.executions = executions
    self.findings = findings
  }

  static let five = [
    CheckedClass({ MutexAccount() }, proved: [2, 6]),
    CheckedClass({ PlainAccount() }, refuted: [.race, .instances, .halfBuilt]),
    CheckedClass({ PlainLookAccount() }, refuted: [.race, .halfBuilt]),
    CheckedClass({ FlagAccount() }, proved: [4, 15]),
    CheckedClass({ RelaxedFlagAccount() }, refuted: [.race, .halfBuilt, .nilResults]),
  ]
}

@Suite struct `Checks of five classes` {
  @Test(arguments: CheckedClass.five)
  func `a class is proved in all executions, or refuted with all its defects`(checked: CheckedClass) throws {
    let result = try checked.result(2...3)
    #expect(result.searches.map(\.threads) == [2, 3])
    for search in result.searches { #expect(Set(search.findings) == checked.findings) }
    #expect(result.isProved == checked.findings.isEmpty)
    if result.isProved { #expect(result.searches.map(\.executions) == checked.executions) }
    #expect((result.counterexample == nil) == result.isProved)
  }

  @Test func `each defect has the strongest model that shows it`() throws {
    let result = try check(threads: 2, fresh: { PlainAccount() }, access: { $0.cache })
    #expect(result.searches[0].strongestModels == [.instances: .sc, .race: .sc, .halfBuilt: .arm])
  }

  @Test func `a half-built instance is not found under a model that keeps stores in order`() throws {
    let result = try check(under: .tso, fresh: { RelaxedFlagAccount() }, access: { $0.cache })
    #expect(result.findings == [.race])
  }

  @Test func `one thread alone proves nothing`() throws {
    #expect(throws: CheckError.self) {
      try check(threads: 1...1, fresh: { PlainAccount() }, access: { $0.cache })
    }
  }
}
