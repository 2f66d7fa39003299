import SingletonDrawings
import SingletonFindings
import TestSupport
import Testing

@Suite struct `Drawings of counterexamples` {
  private static func example(threads: Int = 2, _ steps: [Counterexample.Step]) -> Counterexample {
    Counterexample(
      finding: .race, columns: (1...threads).map { "thread \($0)" }, steps: steps, sentence: "a data race.",
      code: "CODE")
  }

  private static func step(
    _ column: Int, _ operation: String, line: Int? = nil, stale: String? = nil, _ isConcerned: Bool = false
  ) -> Counterexample.Step {
    let source = line.map { Counterexample.Source(file: "Any.swift", line: $0, text: "source") }
    return Counterexample.Step(
      column: column, source: source, operation: operation, staleness: stale, isConcerned: isConcerned)
  }

  private func drawing(_ example: Counterexample, width: Int, color: Bool = false) -> [String] {
    let drawing = CounterexampleDrawing(example, width: width, color: color)
    return drawing.text(upTo: drawing.stepCount).split(separator: "\n").map(String.init)
  }

  @Test func `a line down the margin joins two steps that are far apart`() {
    let steps = [
      Self.step(0, "stores 1 in a", line: 7, true), Self.step(1, "stores 1 in b", line: 8),
      Self.step(1, "reads a: nil", line: 9, stale: "stale: a is 1 by now", true), Self.step(0, "leaves lock"),
    ]
    #expect(
      drawing(Self.example(steps), width: 46) == [
        "Any.swift:",
        "    thread 1              thread 2",
        "    --------------------  --------------------",
        "  1 7: source",
        "+--->> stores 1 in a",
        "| 2                       8: source",
        "|                         -> stores 1 in b",
        "| 3                       9: source",
        "+------------------------->> reads a: nil",
        "                             stale: a is 1 by",
        "                             now",
        "  4 -> leaves lock",
      ])
  }

  @Test func `a line is shown once as long as its thread stays on it`() {
    let steps = [
      Self.step(0, "locks lock", line: 7), Self.step(0, "reads a: nil", line: 7), Self.step(1, "locks b", line: 7),
      Self.step(0, "unlocks lock", line: 7, true), Self.step(0, "reads a: A", line: 8),
      Self.step(0, "locks lock", line: 7),
    ]
    #expect(
      drawing(Self.example(steps), width: 46).dropFirst(3) == [
        "  1 7: source",
        "    -> locks lock",
        "  2 -> reads a: nil",
        "  3                       7: source",
        "                          -> locks b",
        "  4 >> unlocks lock",
        "  5 8: source",
        "    -> reads a: A",
        "  6 7: source",
        "    -> locks lock",
      ])
  }

  @Test func `two consecutive steps are joined, whichever column comes first`() {
    let steps = [Self.step(1, "looks into A", true), Self.step(0, "ends A", true)]
    #expect(
      drawing(Self.example(steps), width: 46).dropFirst(2) == [
        "+ 1 ---------------------->> looks into A",
        "+ 2 >> ends A",
      ])
  }

  @Test func `two steps are joined across a third thread`() {
    let steps = [
      Self.step(2, "stores A", line: 5, true), Self.step(1, "reads B", line: 6), Self.step(0, "reads A", line: 7, true),
    ]
    #expect(
      drawing(Self.example(threads: 3, steps), width: 62).dropFirst(3) == [
        "  1                                         5: source",
        "+------------------------------------------->> stores A",
        "| 2                     6: source",
        "|                       -> reads B",
        "| 3 7: source",
        "+--->> reads A",
      ])
  }

  @Test func `threads that are too many for columns share one, which names them`() {
    let steps = [
      Self.step(0, "stores 1 in a", line: 7, true), Self.step(0, "unlocks b", line: 7),
      Self.step(6, "reads a: 1", line: 8, true),
    ]
    #expect(
      drawing(Self.example(threads: 7, steps), width: 46) == [
        "Any.swift:",
        "    thread 1 to thread 7",
        "    ------------------------------------------",
        "  1 thread 1:",
        "    7: source",
        "+--->> stores 1 in a",
        "| 2 -> unlocks b",
        "| 3 thread 7:",
        "|   8: source",
        "+--->> reads a: 1",
      ])
  }

  @Test(arguments: 1...9, [80, 100]) func `a drawing has 120 columns at most, however many threads there are`(
    threads: Int, width: Int
  ) {
    let steps = (0..<threads).map { Self.step($0, "stores a long name in another one", line: $0 + 1, true) }
    #expect(drawing(Self.example(threads: threads, steps), width: width).allSatisfy { $0.count <= 120 })
  }

  @Test func `a long source line is cut`() {
    let long = String(repeating: "word ", count: 40)
    let source = Counterexample.Source(file: "Any.swift", line: 7, text: long)
    let step = Counterexample.Step(
      column: 0, source: source, operation: "stores A", staleness: nil, isConcerned: false)
    let lines = drawing(Self.example([step, Self.step(1, "reads A")]), width: 46)
    #expect(lines.joined().ranges(of: "word").count == 24 && lines.contains { $0.hasSuffix(" ...") }, "\(lines)")
  }

  @Test func `a finding about one step has no joining line`() {
    let steps = [Self.step(0, "stores A"), Self.step(1, "looks into A", true)]
    #expect(drawing(Self.example(steps), width: 46).dropFirst(2).allSatisfy { !$0.contains("+") && !$0.contains("|") })
  }

  @Test(arguments: [1, 9, 10, 99, 100, 120], [48, 80]) func `a drawing fits its width, whatever its number of steps`(
    count: Int, width: Int
  ) {
    let steps = (0..<count).map { Self.step($0 % 3, "stores a long name in another one", line: $0, true) }
    let lines = drawing(Self.example(threads: 3, steps), width: width)
    #expect(lines.allSatisfy { $0.count <= width })
    #expect(lines.contains { $0.contains(" \(count) ") || $0.contains("|\(count) ") })
  }

  @Test func `color changes no other character of a drawing`() {
    let steps = [Self.step(0, "stores A", line: 1, true), Self.step(1, "reads A", line: 2, true)]
    let painted = drawing(Self.example(steps), width: 46, color: true)
    let plain = painted.map { $0.replacing("\u{1B}[31m", with: "").replacing("\u{1B}[0m", with: "") }
    #expect(plain == drawing(Self.example(steps), width: 46))
    #expect(painted.contains { $0.hasPrefix("\u{1B}[31m|\u{1B}[0m 2 ") })
  }
}
