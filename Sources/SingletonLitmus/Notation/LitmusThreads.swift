import SingletonModelChecker

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
    var parser = LitmusParser(thread: count, count: text.count, locations: locations, prefixes: prefixes)
    for (index, line) in text.enumerated() { instructions.append(try parser.parse(line, index: index)) }
    try parser.finish()
    starts.append(instructions.count)
    registers.append(parser.registers)
    locations = parser.locations
    prefixes = parser.prefixes
  }

  /// Parses an observable: `thread:register` or the name of a location.
  ///
  /// - Parameter initial: The locations that have an initial value.
  mutating func observable(
    _ text: String, index: Int, initial: some Collection<String>
  ) throws(LitmusError) -> LitmusObservable {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 1, LitmusNames.isName(text) {
      let isLocation = locations.numbers[text] != nil || initial.contains(text)
      // It is more likely that the thread was forgotten than that a location has the name of a register.
      if let thread = registers.firstIndex(where: { $0.numbers[text] != nil }), !isLocation {
        throw Self.error(text, index, "a location, or thread:register, such as \(thread):\(text)")
      }
      return .location(locations.number(of: text))
    }
    guard parts.count == 2, let thread = Int(parts[0]), registers.indices.contains(thread),
      LitmusNames.isName(parts[1])
    else { throw Self.error(text, index, "thread:register or a location") }
    guard let register = registers[thread].numbers[parts[1]] else {
      throw Self.error(text, index, "a register that an instruction of thread \(thread) sets")
    }
    return .register(thread: thread, register)
  }

  private static func error(_ text: String, _ index: Int, _ expected: String) -> LitmusError {
    LitmusError(place: .observe(index: index), expected: expected, got: "\"\(text)\"")
  }
}

/// A value that is observed at the end of an execution.
enum LitmusObservable {
  case register(thread: Int, Int)
  case location(Int)
}
