/// A litmus test as a program: an interpreter of its threads.
package final class LitmusProgram: Program {
  private let threads: [[LitmusInstruction]]
  private let registerNames: [LitmusNames]
  private var locations: LitmusNames
  private let initialValues: [String: UInt]
  private let observed: [Observed]

  /// For each thread its next instruction, and the registers of all threads; a register never set is nil.
  private var counters: [Int]
  private var registers: [[UInt?]]

  private enum Observed {
    case register(thread: Int, Int)
    case location(Int)
  }

  /// - Parameters:
  ///   - threads: the instructions of each thread, in the notation of `LitmusParser`.
  ///   - initial: what locations hold at the beginning; 0 where nothing is said.
  ///   - observe: `t:reg` for a register of thread t at its end, otherwise the final value of a location.
  package init(
    threads texts: [[String]], initial: [String: Int] = [:], observe: [String] = []
  ) throws(LitmusError) {
    guard (1...ExecutionGraph.threadLimit).contains(texts.count) else {
      throw LitmusError(
        place: .threads, expected: "1 to \(ExecutionGraph.threadLimit) threads", got: "\(texts.count)")
    }
    for name in initial.keys.sorted() where !LitmusNames.isName(name) {
      throw LitmusError(place: .initial(name), expected: "a location", got: "\"\(name)\"")
    }
    var parsed = ParsedThreads()
    for (thread, text) in texts.enumerated() { try parsed.append(text, thread: thread) }
    var observed: [Observed] = []
    for (index, place) in observe.enumerated() { observed.append(try Self.observed(place, index, in: &parsed)) }
    self.observed = observed
    threads = parsed.threads
    registerNames = parsed.registers
    locations = parsed.locations
    initialValues = initial.mapValues { UInt(bitPattern: $0) }
    counters = Array(repeating: 0, count: threads.count)
    registers = registerNames.map { Array(repeating: nil, count: $0.names.count) }
  }

  private struct ParsedThreads {
    var threads: [[LitmusInstruction]] = []
    var registers: [LitmusNames] = []
    var locations = LitmusNames()

    mutating func append(_ text: [String], thread: Int) throws(LitmusError) {
      var parser = LitmusParser(thread: thread, locations: locations)
      var instructions: [LitmusInstruction] = []
      for (index, line) in text.enumerated() { instructions.append(try parser.parse(line, index: index)) }
      threads.append(instructions)
      registers.append(parser.registers)
      locations = parser.locations
    }
  }

  private static func observed(
    _ place: String, _ index: Int, in parsed: inout ParsedThreads
  ) throws(LitmusError) -> Observed {
    let parts = place.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 1, LitmusNames.isName(place) { return .location(parsed.locations.number(of: place)) }
    guard parts.count == 2, let thread = Int(parts[0]), parsed.threads.indices.contains(thread),
      LitmusNames.isName(parts[1])
    else {
      throw LitmusError(
        place: .observe(index: index), expected: "thread:register or a location", got: "\"\(place)\"")
    }
    return .register(thread: thread, parsed.registers[thread].number(of: parts[1]))
  }

  package var threadCount: Int { threads.count }

  package func predecessors(of thread: Int) -> [Int] { [] }

  package func initialValue(of location: Int) -> UInt { initialValues[locations.names[location]] ?? 0 }

  package func restart(_ thread: Int) {
    counters[thread] = 0
    for register in registers[thread].indices { registers[thread][register] = nil }
  }

  package func advance(_ thread: Int, with value: UInt) -> Step {
    if counters[thread] > 0 { keep(value, of: thread) }
    while counters[thread] < threads[thread].count {
      let instruction = threads[thread][counters[thread]]
      counters[thread] += 1
      switch instruction {
      case .access(let access): return .operation(operation(access, of: thread))
      case .set(let register, let expression): registers[thread][register] = evaluate(expression, thread)
      case .skip(let count, let left, let isEqual, let right):
        if (evaluate(left, thread) == evaluate(right, thread)) == isEqual { skip(count, thread) }
      }
    }
    return .finished
  }

  /// A count may be larger than what is left.
  private func skip(_ count: Int, _ thread: Int) {
    counters[thread] += min(count, threads[thread].count - counters[thread])
  }
}

extension LitmusProgram {
  /// Puts what the last access has read where it belongs.
  private func keep(_ value: UInt, of thread: Int) {
    guard case .access(let access) = threads[thread][counters[thread] - 1], access.register >= 0 else { return }
    registers[thread][access.register] = access.reportsSuccess ? (value == 0 ? 1 : 0) : value
  }

  @inline(__always)
  private func evaluate(_ expression: LitmusExpression, _ thread: Int) -> UInt {
    guard expression.register >= 0 else { return expression.constant }
    return (registers[thread][expression.register] ?? 0) &+ expression.constant
  }

  private func operation(_ access: LitmusAccess, of thread: Int) -> Operation {
    var operation = access.operation
    if operation.kind == .fence { return operation }
    operation.location = Int32(truncatingIfNeeded: number(of: access.location, thread))
    let value = evaluate(access.value, thread)
    if access.comparesValue { operation.limit = value } else { operation.value = value }
    operation.expected = evaluate(access.expected, thread)
    operation.site = UInt(counters[thread])
    return operation
  }

  private func number(of location: LitmusLocation, _ thread: Int) -> Int {
    if location.number >= 0 { return location.number }
    let value = Int(bitPattern: registers[thread][location.register] ?? 0)
    return locations.number(of: location.prefix + String(value))
  }

  /// What is observed at the end of an execution; nil for a register that was never set.
  ///
  /// - Precondition: the exploration has just told that an execution has ended with this graph.
  package func outcome(of graph: ExecutionGraph) -> [Int?] {
    observed.map { place in
      switch place {
      case .register(let thread, let register): registers[thread][register].map { Int(bitPattern: $0) }
      case .location(let location):
        Int(bitPattern: graph.finalValue(of: location) ?? initialValue(of: location))
      }
    }
  }
}
