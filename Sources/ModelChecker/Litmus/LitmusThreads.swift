/// The parsed threads of a litmus program: their instructions, one thread after the other, and the names that they use.
struct LitmusThreads {
  private(set) var instructions: [LitmusInstruction] = []
  /// The index of each thread's first instruction, followed by the total number of instructions.
  private(set) var starts = [0]
  private(set) var registers: [LitmusNames] = []
  var locations = LitmusNames()
  private(set) var prefixes = LitmusNames()

  var count: Int { registers.count }

  init(_ texts: [[String]]) throws(LitmusError) {
    guard (1...ExecutionGraph.threadLimit).contains(texts.count) else {
      throw LitmusError(
        place: .threads, expected: "1 to \(ExecutionGraph.threadLimit) threads", got: "\(texts.count)")
    }
    for text in texts { try append(text) }
  }

  private mutating func append(_ text: [String]) throws(LitmusError) {
    var parser = LitmusParser(thread: count, locations: locations, prefixes: prefixes)
    for (index, line) in text.enumerated() { instructions.append(try parser.parse(line, index: index)) }
    starts.append(instructions.count)
    registers.append(parser.registers)
    locations = parser.locations
    prefixes = parser.prefixes
  }

  /// Parses an observable: `thread:register` or the name of a location.
  mutating func observable(_ text: String, index: Int) throws(LitmusError) -> LitmusObservable {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 1, LitmusNames.isName(text) { return .location(locations.number(of: text)) }
    guard parts.count == 2, let thread = Int(parts[0]), registers.indices.contains(thread),
      LitmusNames.isName(parts[1])
    else {
      throw LitmusError(
        place: .observe(index: index), expected: "thread:register or a location", got: "\"\(text)\"")
    }
    return .register(thread: thread, registers[thread].number(of: parts[1]))
  }
}

/// A value that is observed at the end of an execution.
enum LitmusObservable {
  case register(thread: Int, Int)
  case location(Int)
}
