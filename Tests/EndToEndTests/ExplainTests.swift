import Testing

@Suite struct `The command explain` {
  @Test func `says of a strategy without a counterexample that its promise is proved`() throws {
    let answer = try Workbench().run(.faultyBench, "explain", "declared-racy")
    #expect(answer.end == .exit(0))
    #expect(
      answer.output.hasSuffix(
        "\nNo counterexample: with 2 threads the promise is proved in each of these\nscenarios.\n"))
  }

  @Test func `is 65 of a strategy that is not deterministic`() throws {
    #expect(try Workbench().run(.faultyBench, "explain", "moody").end == .exit(65))
  }
}
