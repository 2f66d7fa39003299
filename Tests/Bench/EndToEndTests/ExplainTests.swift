import Testing

@Suite struct `The command explain` {
  @Test func `explain says that a strategy without a counterexample is proved`() throws {
    let result = try CommandRunner().run(.faultyBench, "explain", "declared-racy")
    #expect(result.end == .exit(0))
    #expect(
      result.output.hasSuffix(
        "\nNo counterexample: with 2 threads the promise is proved of the harness's form in\neach of these scenarios.\n"
      ))
  }

  @Test func `explain of a nondeterministic strategy gives exit code 65`() throws {
    #expect(try CommandRunner().run(.faultyBench, "explain", "nondeterministic").end == .exit(65))
  }
}
