import SingletonCore
import Testing

@Suite struct `Row statuses` {
  @Test(
    arguments: [
      ("ok", .ok), ("hung", .hung), ("interrupted", .interrupted), ("trapped:SIGILL", .trapped("SIGILL")),
      ("crashed:SIGSEGV", .crashed("SIGSEGV")), ("exit:3", .exit(3)), ("exit:-1", .exit(-1)),
      ("skipped:64 threads asked: 12 started", .skipped("64 threads asked: 12 started")), ("skipped:", .skipped("")),
    ] as [(String, RowStatus)])
  func `a status is read back as it was printed`(text: String, status: RowStatus) {
    #expect(RowStatus(text) == status)
    #expect(status.description == text)
  }

  @Test(arguments: ["", "OK", "ok:", "hung:x", "interrupted:", "trapped", "crashed", "skipped", "exit:", "exit:x"])
  func `a text that no status prints is refused`(text: String) {
    #expect(RowStatus(text) == nil)
  }
}

@Suite struct `Durations` {
  @Test(
    arguments: [
      ("500ns", 500), ("20us", 20_000), ("50ms", 50_000_000), ("1s", 1_000_000_000), ("1500ms", 1_500_000_000),
      ("86400s", 86_400_000_000_000), ("0ns", 0), ("999us", 999_000), ("1001ns", 1_001),
    ] as [(String, UInt64)])
  func `a duration is printed in the largest unit that is exact, and is read back`(text: String, nanoseconds: UInt64) {
    #expect(DurationFormat.duration(text) == .nanoseconds(nanoseconds))
    #expect(DurationFormat.text(.nanoseconds(nanoseconds)) == text)
  }

  @Test(
    arguments: [
      ("1.5s", 1_500_000_000), ("0.5us", 500), ("1000ms", 1_000_000_000), ("0s", 0), ("007ms", 7_000_000),
      ("0.0000000004s", 0), ("0.0000000006s", 1),
    ] as [(String, UInt64)])
  func `other spellings of a duration are read to the nanosecond`(text: String, nanoseconds: UInt64) {
    #expect(DurationFormat.duration(text) == .nanoseconds(nanoseconds))
  }

  @Test(arguments: [
    "", "s", "1", "1 s", " 1s", "1s ", "-1s", "+1s", ".5s", "1..5s", "1.2.3s", "1e3s", "0x1s", "infs", "nans",
    "1m", "1h",
    "86401s", "٣s", "1,5s", "99999999999999999999999s",
  ])
  func `a text that is not a duration is refused`(text: String) {
    #expect(DurationFormat.duration(text) == nil)
  }
}

@Suite struct `Initializer costs` {
  @Test(
    arguments: [
      ("0", .none), ("500ns", .busy(.nanoseconds(500))), ("yield", .yield),
      ("sleep:1ms", .sleep(.milliseconds(1))),
    ] as [(String, InitializerCost)])
  func `an initializer's cost is read back as it was printed`(text: String, cost: InitializerCost) {
    #expect(InitializerCost(text) == cost)
    #expect(cost.description == text)
  }

  @Test func `costs are ordered by how many threads can meet in the initializer`() {
    let costs = ["sleep:1ms", "yield", "5us", "0", "sleep:20us", "500ns", "0"].map { text in
      var key = RowKey()
      key.initializerCost = text
      return key
    }
    #expect(costs.initializerCosts == ["0", "500ns", "5us", "yield", "sleep:20us", "sleep:1ms"])
  }

  @Test func `a cost of zero time is no cost`() {
    #expect(InitializerCost("0ms") == InitializerCost.none)
  }

  @Test(arguments: ["", "none", "1", "-1ns", "Yield", "yield:1ms", "sleep", "sleep:", "sleep:1", "busy:1ms"])
  func `a text that is not a cost is refused`(text: String) {
    #expect(InitializerCost(text) == nil)
  }
}
