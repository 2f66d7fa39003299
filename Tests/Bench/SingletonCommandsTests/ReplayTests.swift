import CommandTestSupport
import SingletonCommands
import Testing

@Suite struct `Replays on a terminal` {
  private static let code: String = {
    let check = ["check", "--strategy", "relaxed-double-checked-lock", "--scenario", "first-access", "--threads", "2"]
    let output = invoke(check, catalog: .standard).output
    return output.firstMatch(of: /singleton-bench replay (\S+)/).map { String($0.1) } ?? ""
  }()

  private func replay(_ options: String..., typing input: TypedInput, onTerminal: Bool = true) -> InvocationResult {
    invoke(["replay", Self.code] + options, catalog: .standard, input: input, outputIsTerminal: onTerminal)
  }

  /// Returns the number of the last step in an output.
  private func lastStep(_ output: String) -> Int? {
    let numbers = output.split(separator: "\n").compactMap { $0.firstMatch(of: /^[\ |+]+(\d+)\ /) }
    return numbers.last.flatMap { Int($0.1) }
  }

  @Test func `a character that is none of a code is named with its place`() {
    let result = invoke(["replay", "hello"], catalog: .standard)
    #expect(result.messages.contains("\"hello\": character 3, \"l\", is none of a code\n"), "\(result.messages)")
  }

  @Test func `the first step is shown at once, Return shows the next, and q ends`() {
    let one = replay(typing: TypedInput("q"))
    #expect(one.code == .passed && lastStep(one.output) == 1)
    #expect(one.messages.hasPrefix("[1/"))
    #expect(lastStep(replay(typing: TypedInput("", "", "q")).output) == 3)
    #expect(!one.output.contains("replay:"))
  }

  @Test func `b shows the steps again without the last, and not less than the first`() {
    #expect(lastStep(replay(typing: TypedInput("", "", "b", "q")).output) == 2)
    #expect(lastStep(replay(typing: TypedInput("b", "b", "q")).output) == 1)
    #expect(lastStep(replay(typing: TypedInput("", "b", "", "q")).output) == 2)
  }

  @Test func `another key shows nothing, and the end of the input shows everything`() {
    #expect(lastStep(replay(typing: TypedInput("zzz", "q")).output) == 1)
    let all = replay(typing: TypedInput())
    #expect(all.output.hasSuffix("replay:  singleton-bench replay \(Self.code)\n"))
  }

  @Test func `each step on a terminal shows the newest values, and who has last seen an older one`() {
    let output = replay(typing: TypedInput()).output
    #expect(
      output.contains(
        /\ \ \ \ field\ of\ A:\ initialized\ +seen\ by\ thread\ \d;\s+thread\ \d\s+last\s+saw\s+not\s+initialized/))
    #expect(output.ranges(of: "    memory:\n").count == lastStep(output))
  }

  @Test func `without a terminal nothing waits, and the memory is shown only if it is asked for`() {
    let plain = replay(typing: TypedInput(isTerminal: false), onTerminal: false)
    #expect(plain.messages.isEmpty && !plain.output.contains("memory:"))
    #expect(plain.output == replay("--no-pause", typing: TypedInput()).output)
    let withMemory = replay("--memory", typing: TypedInput(isTerminal: false), onTerminal: false)
    #expect(withMemory.output.ranges(of: "    memory:\n").count == lastStep(plain.output))
  }
}
