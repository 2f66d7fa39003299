import CommandTestSupport
import SingletonCommands
import SingletonCore
import SingletonStressEngine
import Testing

@Suite struct `Arguments of a run` {
  /// Returns the run that the engine gets for these arguments.
  private func run(_ arguments: String..., host: HostInfo = .twoCores) throws -> StressRun {
    var received: StressRun?
    _ = invoke(arguments, host: host) { run, facts, listener in
      received = run
      try FakeEngine().execute(run, facts, listener)
    }
    return try #require(received)
  }

  @Test func `the default command is run`() throws {
    #expect(try run("--threads", "64").plan.threads == [64])
    #expect(try run("run", "--threads", "64").plan.threads == [64])
  }

  @Test func `a long option takes its value after a space or an equals sign`() throws {
    #expect(try run("--time", "5ms").plan.settings.time == .milliseconds(5))
    #expect(try run("--time=5ms").plan.settings.time == .milliseconds(5))
  }

  @Test func `two dashes alone end the options`() throws {
    #expect(try run("--threads", "3", "--").plan.threads == [3])
    #expect(invoke("explain", "--", "once-reentrant").code == .passed)
  }

  @Test func `options that are not given have their defaults`() throws {
    let plan = try run().plan
    #expect(plan.replicates == 1)
    var usual = RowSettings()
    usual.countsInstructions = true
    #expect(plan.settings == usual)
    #expect(plan.settings.time == .milliseconds(12))
    #expect(plan.settings.timeout == .seconds(10))
    #expect(plan.settings.trials == nil)
    #expect(plan.initializerCosts == [InitializerCost.none.description])
  }

  @Test(arguments: [(1, 2), (2, 2), (16, 16), (300, 300), (2_000, 1_024)])
  func `the default thread count is the number of cores, at least two and at most 1,024`(
    cores: Int, threads: Int
  ) throws {
    #expect(try run(host: .machine(cores: cores)).plan.threads == [threads])
  }

  @Test func `every option reaches the engine`() throws {
    let plan = try run(
      "--threads", "2,8", "--trials", "7", "--replicates", "3",
      "--initializer-cost", "sleep:1ms,0", "--timeout", "3s", "--seed", "0xFF"
    ).plan
    #expect(plan.threads == [2, 8])
    #expect(plan.replicates == 3)
    #expect(plan.seed == 255)
    #expect(try run("--time", "1s").plan.settings.time == .seconds(1))
    #expect(plan.settings.trials == 7)
    #expect(plan.initializerCosts == ["0", "sleep:1ms"])
    #expect(plan.settings.timeout == .seconds(3))
  }

  @Test func `a row of a run has one of the listed costs, and each row is raced with all of them`() throws {
    let keys = try run("--scenario", "copy", "--threads", "2,8", "--initializer-cost", "sleep:1ms,0,5us,yield").plan
      .rows
      .map(\.key)
    #expect(keys.count == 8 && Set(keys).count == 8)
    #expect(keys.filter { $0.threads == 8 }.initializerCosts == ["0", "5us", "yield", "sleep:1ms"])
  }

  @Test func `a drawn seed is printed, and gives the same order again`() throws {
    var drawn: Plan?
    let result = invoke([]) { run, facts, listener in
      drawn = run.plan
      try FakeEngine().execute(run, facts, listener)
    }
    let plan = try #require(drawn)
    let hexadecimal = "0x" + String(plan.seed, radix: 16)
    #expect(result.messages.contains("--seed \(hexadecimal) "))
    for spelling in [hexadecimal, "\(plan.seed)"] {
      #expect(try run("--seed", spelling).plan.rows.map(\.key) == plan.rows.map(\.key))
    }
  }

  @Test func `a given seed is not printed`() {
    #expect(invoke("--seed", "18446744073709551615").messages.isEmpty)
  }
}

extension Plan {
  fileprivate var threads: [Int] { Set(rows.map(\.key.threads)).sorted() }
  fileprivate var initializerCosts: [String] { rows.map(\.key).initializerCosts }
  fileprivate var replicates: Int { Set(rows.map(\.key.replicate)).count }
}

@Suite struct `Thread lists` {
  @Test(arguments: [
    ("64", [64]), ("2,8,64", [2, 8, 64]), ("1-8", [1, 2, 3, 4, 5, 6, 7, 8]), ("8,2", [2, 8]), ("2,2,2", [2]),
    ("3-5,4-6", [3, 4, 5, 6]), ("007", [7]), ("1,2,4,...,64", [1, 2, 4, 8, 16, 32, 64]),
    ("1,2,4,...,20", [1, 2, 4, 8, 16, 20]), ("1,3,9,...,100", [1, 3, 9, 27, 81, 100]),
    ("1,2,...,8", [1, 2, 3, 4, 5, 6, 7, 8]), ("2,4,...,8", [2, 4, 6, 8]), ("1,3,...,6", [1, 3, 5, 6]),
    ("2,4,6,...,11", [2, 4, 6, 8, 10, 11]), ("1,2,3,...,5", [1, 2, 3, 4, 5]), ("4,5,6,...,6", [4, 5, 6]),
  ])
  func `a thread list has each count once, ascending`(text: String, counts: [Int]) {
    #expect(ThreadList(text)?.counts == counts)
  }

  @Test(arguments: [
    "", ",", "2,", ",2", "2,,8", "0", "0-3", "8-2", "-3", "3-", "1-2-3", " 2", "2 ", "+2", "2.0", "x",
    "...", "1,...,8", "1,2,...", "2,1,...,8", "2,2,...,8", "1,2,4,...", "1,2,4,...,3", "1,2,5,...,9", "8,4,2,...,1",
    "2,2,2,...,9",
    "0,1,2,...,9",
    "1,2,4,...,8,9", "1,2,4,...,1-8", "1,2,4,...,99999999999999999999", "2,9223372036854775807,4,...,8",
  ])
  func `a malformed thread list is refused`(text: String) {
    #expect(ThreadList(text) == nil)
  }

  @Test func `a thread count beyond 64 bits is too large, not malformed`() {
    #expect(ThreadList("1-99999999999999999999")?.largest == Int.max)
  }
}
