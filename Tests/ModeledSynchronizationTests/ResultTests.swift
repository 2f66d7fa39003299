import ModeledSynchronization
import Testing

private final class Unmodeled {
  private var instance: Cache?
  var cache: Cache? {
    if instance == nil { instance = Cache() }
    return instance
  }
}

private final class HalfModeled {
  private let lock = Mutex(0)
  private var instance: Cache?
  private var hits = 0
  var cache: Cache? {
    lock.withLock { _ in
      if instance == nil { instance = Cache() }
      return instance
    }
  }
}

private final class OfConstants {
  private static let shared = Cache()
  private let calls = Atomic(0)
  private let own: Cache? = Cache()
  private let holder = Holder()

  final class Holder { let cache = Cache() }

  func count() { calls.wrappingAdd(1, ordering: .relaxed) }
  var ofType: Cache? {
    count()
    return Self.shared
  }
  var ofOwner: Cache? {
    count()
    return own
  }
  var ofHolder: Cache? {
    count()
    return holder.cache
  }
}

private final class Erratic {
  nonisolated(unsafe) static var runs = 0
  private let value = Atomic(0)
  var cache: Cache? {
    Self.runs += 1
    if Self.runs % 2 == 0 { value.store(1, ordering: .relaxed) } else { _ = value.load(ordering: .relaxed) }
    return nil
  }
}

private final class Endless {
  private let a = Atomic(0)
  private let b = Atomic(0)
  var cache: Cache? {
    while a.load(ordering: .relaxed) == 0 { b.store(1, ordering: .relaxed) }
    return nil
  }
}

private final class Exclusive {
  private var counts: [Int: Int] = [:]
  private let total = Atomic(0)
  @Plain private var instance: Cache? = Cache()

  /// Performs an operation while it has exclusive access to a property.
  private func add(to count: inout Int) {
    total.wrappingAdd(1, ordering: .relaxed)
    count += 1
  }
  var cache: Cache? {
    add(to: &counts[0, default: total.load(ordering: .relaxed)])
    return instance
  }
}

private final class Results {
  private(set) var areAsExpected: [Bool] = []

  func run(_ check: () throws -> Bool) {
    func append(to list: inout [Bool]) { list.append((try? check()) ?? false) }
    append(to: &areAsExpected)
  }
}

@Suite struct `Results of checks` {
  @Test func `a class without modeled memory is never proved`() throws {
    let result = try check(fresh: { Unmodeled() }, access: { $0.cache })
    #expect(result.verdict == .notModeled && !result.isProved)
    #expect(result.findings.isEmpty && result.counterexample == nil && result.seen.isEmpty)
    #expect(result.description.contains("nothing modeled was used"))
    #expect(result.description.contains("Unmodeled imports Synchronization and not ModeledSynchronization"))
    #expect(result.description.contains("STRESS_MODEL"))
  }

  @Test func `a result names what was seen, and what was not`() throws {
    let result = try check(threads: 2, fresh: { HalfModeled() }, access: { $0.cache })
    #expect(result.seen == ["lock (Mutex)"] && result.unseen == ["instance", "hits"])
    #expect(result.verdict == .notModeled && result.findings.isEmpty && result.counterexample == nil)
    #expect(
      result.description.contains("as @Plain, which ModeledSynchronization declares, and check again: instance, hits"))
    #expect(result.description.contains("memory that is not modeled: instance, hits"))
    #expect(result.description.contains("no verdict is possible, because a part of the class is not modeled"))
    #expect(result.description.contains("==="))
  }

  @Test func `an instance in a constant of the owner or of its type is one instance`() throws {
    let ofOwner = try check(fresh: { OfConstants() }, access: { $0.ofOwner })
    #expect(ofOwner.isProved)
    #expect(try check(fresh: { OfConstants() }, access: { $0.ofHolder }).isProved)
    let ofType = try check(fresh: { OfConstants() }, access: { $0.ofType })
    #expect(ofType.isProved && ofType.description.contains("exists outside of the owner"))
  }

  @Test func `an owner that exists outside of the check is as good`() throws {
    let account = PlainAccount()
    let result = try check(threads: 2, fresh: { account }, access: { $0.cache })
    #expect(result.findings.contains(.instances) && result.seen == ["instance (@Plain)"])
  }

  @Test func `a check stops at its limit, and decides nothing`() throws {
    let result = try check(threads: 3, executions: 5, fresh: { MutexAccount() }, access: { $0.cache })
    #expect(result.verdict == .undecided && (1...5).contains(result.searches[0].executions))
    #expect(result.description.contains("not decided"))
    #expect(result.description.contains("executions: 5"))
    let late = try check(threads: 3, time: .zero, fresh: { FlagAccount() }, access: { $0.cache })
    #expect(late.verdict == .undecided)
  }

  @Test func `a proof says for which numbers of threads it is one`() throws {
    let result = try check(fresh: { FlagAccount() }, access: { $0.cache })
    #expect(result.description.hasPrefix("FlagAccount: proved for 2 and 3 threads\n"))
  }

  @Test func `a search that a limit has stopped says what is proved, and how to continue`() throws {
    let result = try check(threads: 2...6, executions: 30, fresh: { FlagAccount() }, access: { $0.cache })
    #expect(
      result.description.hasPrefix("FlagAccount: proved for 2 and 3 threads, not decided for 4 through 6 threads\n"))
    let advice =
      "Stopped by the limit `executions: 30`: 4 threads have more executions. Raise it:"
      + " check(threads: 4...6, executions: ...)."
    #expect(result.description.replacing(/\s+/, with: " ").contains(advice), "\(result)")
  }

  @Test func `what the time did not suffice for was not searched`() throws {
    let result = try check(threads: 2...16, time: .milliseconds(300), fresh: { FlagAccount() }, access: { $0.cache })
    #expect(result.verdict == .undecided && result.searches.count == 15)
    #expect(result.description.contains("\n  16 threads: not searched\n"))
    #expect(result.description.contains("`time: 0.3 seconds`"), "\(result)")
  }

  @Test func `code that does not repeat itself is an error with its line`() {
    let error = #expect(throws: CheckError.self) { try check(fresh: { Erratic() }, access: { $0.cache }) }
    #expect(error?.description.contains(/^ResultTests\.swift:\d+: .* at the replay\n/) == true)
  }

  @Test func `a loop without end is an error with its line`() {
    let error = #expect(throws: CheckError.self) { try check(fresh: { Endless() }, access: { $0.cache }) }
    #expect(
      error?.description.contains(/^ResultTests\.swift:\d+: a thread has made more than 255 operations\n/) == true)
  }

  @Test(arguments: [0...2, 2...33, -1...1])
  func `a number of threads that is out of range is refused`(threads: ClosedRange<Int>) {
    #expect(throws: CheckError.self) { try check(threads: threads, fresh: { MutexAccount() }, access: { $0.cache }) }
  }

  @Test func `an operation may be performed during an exclusive access`() throws {
    let result = try check(fresh: { Exclusive() }, access: { $0.cache })
    #expect(result.verdict == .notModeled && result.searches.allSatisfy { $0.executions > 0 })
  }

  @Test func `a check may run during an exclusive access of its caller`() throws {
    let results = Results()
    results.run { try check(fresh: { Exclusive() }, access: { $0.cache }).verdict == .notModeled }
    results.run { try check(fresh: { PlainAccount() }, access: { $0.cache }).isProved }
    #expect(results.areAsExpected == [true, false])
  }
}
