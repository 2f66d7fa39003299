import SingletonBench
import Synchronization
import Testing

@testable import ClientStrategies

@Suite struct `A check in a test` {
  @Test func `a lock is proved, with each number of threads`() throws {
    let result = try check(ClientMutex.self)
    #expect(result.isProved && result.isAsDeclared && result.findings.isEmpty)
    #expect(result.description.contains("2 rows: 2 proved; everything as declared."))
  }

  @Test func `a race is drawn with the lines of its file, and without a command that a test does not have`() throws {
    let result = try check(ClientLazy.self, threads: 2)
    #expect(!result.isProved && result.isAsDeclared)
    #expect(result.findings == [.instances, .halfBuilt, .race])
    #expect(result.verdict == .refuted)
    #expect(result.counterexample.map(result.description.contains) == true && result.replayCode != nil)
    #expect(result.description.contains("\nClientLazy.swift:\n"))
    #expect(result.description.contains(/\d+: if instance\.load\(\) == nil \{/))
    #expect(result.description.contains("thread 1 gets B and thread 2 gets A: two instances.\n"))
    #expect(!result.description.contains("replay"))
  }

  @Test func `another scenario than the first access can be checked`() throws {
    let result = try check(ClientMutex.self, in: .mixedConstruction)
    #expect(!result.isProved && result.isAsDeclared && result.findings.contains(.instances))
    #expect(result.description.contains(/Strategy\.swift:\d+: public func/))
  }

  @Test func `a defect that is not declared is said to be undeclared`() throws {
    let result = try check(ClientLazy.self, in: .copy, threads: 2)
    #expect(!result.isAsDeclared)
    #expect(result.description.contains(/NOT\s+DECLARED/))
  }

  @Test(arguments: [0...2, 2...6]) func `a number of threads that cannot be checked is an error`(
    threads: ClosedRange<Int>
  ) {
    #expect(throws: CheckError.self) { try check(ClientMutex.self, threads: threads) }
  }

  @Test func `a strategy that differs from one access to the next is an error with its line`() throws {
    let error = #expect(throws: CheckError.self) { try check(Forgetful.self) }
    #expect(try #require(error).description.contains(/cannot be explored, CheckTests\.swift:\d+:/))
  }

  @Test func `a strategy that exists only natively is not proved`() throws {
    let result = try check(OnlyNative.self)
    #expect(!result.isProved && result.verdict == .notModeled)
    #expect(result.description.contains("not modeled"))
  }
}

/// A strategy whose behavior depends on the number of accesses in this process.
private struct Forgetful<B: Backend>: Strategy {
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) { instance = cell.variable() }

  func shared(_ caller: B.Caller) -> B.Instance? {
    if Accesses.count.wrappingAdd(1, ordering: .relaxed).newValue % 3 == 0 { return instance.load() ?? caller.make() }
    instance.store(caller.make())
    return instance.load()
  }

  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { Forgetful<Other>.self }

  static var info: StrategyInfo { StrategyInfo(id: "forgetful", idea: "", expects: [.firstAccess: .sound]) }
}

private enum Accesses {
  static let count = Atomic<Int>(0)
}

private struct OnlyNative: Strategy {
  typealias B = NativeBackend

  init(_ cell: inout NativeCell) {}

  func shared(_ caller: NativeCaller) -> NativeInstance? { caller.make() }

  static var info: StrategyInfo { StrategyInfo(id: "only-native", idea: "", expects: [.firstAccess: .sound]) }
}
