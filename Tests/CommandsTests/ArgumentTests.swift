import Commands
import Outcomes
import StressEngine
import Testing

@Suite struct `Arguments` {
  /// What the engine is given for these arguments.
  private func settings(_ arguments: String...) -> RunSettings? {
    var heard: RunSettings?
    _ = answer(arguments) { plan, settings, run, host, listener in
      heard = settings
      try FakeEngine().execute(plan, settings, run, host, listener)
    }
    return heard
  }

  @Test func `the default command is run`() {
    #expect(settings("--threads", "64")?.threads == [64])
    #expect(settings("run", "--threads", "64")?.threads == [64])
  }

  @Test func `a long option takes its value after a space or an equals sign`() {
    #expect(settings("--time", "5ms")?.time == .milliseconds(5))
    #expect(settings("--time=5ms")?.time == .milliseconds(5))
  }

  @Test func `two dashes alone end the options`() {
    #expect(settings("--threads", "3", "--")?.threads == [3])
    #expect(answer("explain", "--", "once-reentrant").code == .held)
  }

  @Test func `what is not given has the default`() {
    let settings = settings()
    #expect(settings?.time == .milliseconds(100))
    #expect(settings?.timeout == .milliseconds(10_000))
    #expect(settings?.replicates == 1)
    #expect(settings?.trials == nil)
    #expect(settings?.cells == nil)
    #expect(settings?.engine == .dispatch)
    #expect(settings?.initializerCost == InitializerCost.none)
  }

  @Test(arguments: [(1, 2), (2, 2), (16, 16), (300, 255)])
  func `without a thread count there are as many as cores, at least two, at most what the engine has`(
    cores: Int, threads: Int
  ) {
    let host = HostFacts(os: "", arch: "", cpuModel: "", cores: cores, swiftVersion: "", build: "", sanitizer: "")
    _ = answer([], host: host) { _, settings, _, _, _ in #expect(settings.threads == [threads]) }
  }

  @Test func `every option reaches the engine`() {
    let settings = settings(
      "--threads", "2,8", "--time", "1s", "--trials", "7", "--replicates", "3", "--cells", "16", "--engine", "pthread",
      "--initializer-cost", "sleep:1ms", "--timeout", "3s", "--seed", "0xFF")
    #expect(settings?.threads == [2, 8])
    #expect(settings?.time == .milliseconds(1_000))
    #expect(settings?.trials == 7)
    #expect(settings?.replicates == 3)
    #expect(settings?.cells == 16)
    #expect(settings?.engine == .pthread)
    #expect(settings?.initializerCost == .sleep(.milliseconds(1)))
    #expect(settings?.timeout == .milliseconds(3_000))
    #expect(settings?.seed == 255)
  }

  @Test func `a seed that was drawn is printed and draws the same again`() throws {
    var drawn: UInt64 = 0
    let answer = answer([]) { plan, settings, run, host, listener in
      drawn = settings.seed
      try FakeEngine().execute(plan, settings, run, host, listener)
    }
    #expect(answer.messages.contains("--seed \(drawn) "))
    #expect(settings("--seed", "\(drawn)")?.seed == drawn)
  }

  @Test func `a seed that was given is not printed`() {
    #expect(answer("--seed", "18446744073709551615").messages.isEmpty)
  }
}

@Suite struct `Thread lists` {
  @Test(arguments: [
    ("64", [64]), ("2,8,64", [2, 8, 64]), ("1-8", [1, 2, 3, 4, 5, 6, 7, 8]), ("8,2", [2, 8]), ("2,2,2", [2]),
    ("3-5,4-6", [3, 4, 5, 6]), ("007", [7]), ("1,2,4,...,64", [1, 2, 4, 8, 16, 32, 64]),
    ("1,2,4,...,20", [1, 2, 4, 8, 16, 20]), ("1,3,9,...,100", [1, 3, 9, 27, 81, 100]),
    ("2,4,6,...,11", [2, 4, 6, 8, 10, 11]), ("1,2,3,...,5", [1, 2, 3, 4, 5]), ("4,5,6,...,6", [4, 5, 6]),
  ])
  func `are each count once, ascending`(text: String, counts: [Int]) {
    #expect(ThreadList(text)?.counts == counts)
  }

  @Test(arguments: [
    "", ",", "2,", ",2", "2,,8", "0", "0-3", "8-2", "-3", "3-", "1-2-3", " 2", "2 ", "+2", "2.0", "x",
    "...", "1,...,8", "1,2,...,8", "1,2,4,...", "1,2,4,...,3", "1,2,5,...,9", "8,4,2,...,1", "2,2,2,...,9",
    "0,1,2,...,9",
    "1,2,4,...,8,9", "1,2,4,...,1-8", "1,2,4,...,99999999999999999999", "2,9223372036854775807,4,...,8",
  ])
  func `are nothing else`(text: String) {
    #expect(ThreadList(text) == nil)
  }

  @Test func `a number beyond 64 bits is too large, not unreadable`() {
    #expect(ThreadList("1-99999999999999999999")?.largest == Int.max)
  }
}
