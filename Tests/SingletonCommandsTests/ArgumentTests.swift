import SingletonCommands
import SingletonCore
import SingletonStressEngine
import Testing

@Suite struct `Arguments of a run` {
  /// Returns the settings that the engine gets for these arguments.
  private func settings(_ arguments: String...) -> RunSettings? {
    var received: RunSettings?
    _ = invoke(arguments) { plan, settings, run, host, listener in
      received = settings
      try FakeEngine().execute(plan, settings, run, host, listener)
    }
    return received
  }

  @Test func `the default command is run`() {
    #expect(settings("--threads", "64")?.threads == [64])
    #expect(settings("run", "--threads", "64")?.threads == [64])
  }

  @Test func `a long option takes its value after a space or an equals sign`() {
    #expect(settings("--time", "5ms")?.row.time == .milliseconds(5))
    #expect(settings("--time=5ms")?.row.time == .milliseconds(5))
  }

  @Test func `two dashes alone end the options`() {
    #expect(settings("--threads", "3", "--")?.threads == [3])
    #expect(invoke("explain", "--", "once-reentrant").code == .passed)
  }

  @Test func `options that are not given have their defaults`() {
    let settings = settings()
    #expect(settings?.row.time == .milliseconds(100))
    #expect(settings?.row.timeout == .seconds(10))
    #expect(settings?.replicates == 1)
    #expect(settings?.row.trials == nil)
    #expect(settings?.row.cells == nil)
    #expect(settings?.row.threadSource == .dispatch)
    #expect(settings?.row.initializerCost == InitializerCost.none)
  }

  @Test(arguments: [(1, 2), (2, 2), (16, 16), (300, 255)])
  func `the default thread count is the number of cores, at least two and at most the engine's limit`(
    cores: Int, threads: Int
  ) {
    var received: [Int] = []
    _ = invoke([], host: .machine(cores: cores)) { plan, settings, run, host, listener in
      received = settings.threads
      try FakeEngine().execute(plan, settings, run, host, listener)
    }
    #expect(received == [threads])
  }

  @Test func `every option reaches the engine`() {
    let settings = settings(
      "--threads", "2,8", "--time", "1s", "--trials", "7", "--replicates", "3", "--cells", "16", "--engine", "pthread",
      "--initializer-cost", "sleep:1ms", "--timeout", "3s", "--seed", "0xFF")
    #expect(settings?.threads == [2, 8])
    #expect(settings?.row.time == .seconds(1))
    #expect(settings?.row.trials == 7)
    #expect(settings?.replicates == 3)
    #expect(settings?.row.cells == 16)
    #expect(settings?.row.threadSource == .pthread)
    #expect(settings?.row.initializerCost == .sleep(.milliseconds(1)))
    #expect(settings?.row.timeout == .seconds(3))
    #expect(settings?.seed == 255)
  }

  @Test func `a drawn seed is printed, and gives the same order again`() throws {
    var drawn: UInt64 = 0
    let result = invoke([]) { plan, settings, run, host, listener in
      drawn = settings.seed
      try FakeEngine().execute(plan, settings, run, host, listener)
    }
    let hexadecimal = "0x" + String(drawn, radix: 16)
    #expect(result.messages.contains("--seed \(hexadecimal) "))
    #expect(settings("--seed", hexadecimal)?.seed == drawn && settings("--seed", "\(drawn)")?.seed == drawn)
  }

  @Test func `a given seed is not printed`() {
    #expect(invoke("--seed", "18446744073709551615").messages.isEmpty)
  }
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
