package import SingletonModelChecker

/// A litmus test as a program for the model checker. Its threads are interpreted.
package final class LitmusProgram: Program {
  /// Each thread's instructions, as written in the test.
  let texts: [[String]]
  private let instructions: [LitmusInstruction]
  private let starts: [Int]
  package let symmetry: Symmetry
  private let prefixes: [String]
  private let initialValues: [String: UInt]
  let observables: [LitmusObservable]
  let observedGroups: [ObservedGroup]
  let registers: LitmusRegisters
  /// The locations by name. A location with a register in its name is added when it first occurs in a run.
  private var locations: LitmusNames

  /// - Parameters:
  ///   - threads: The instructions of each thread, in the notation of ``LitmusParser``.
  ///   - initial: The initial values of locations. Locations that are not listed begin with 0.
  ///   - observe: The parts of an outcome: `t:reg` for the final value of a register of thread t, or the name of a
  ///     location for its final value.
  package init(
    threads texts: [[String]], initial: [String: Int] = [:], observe: [String] = []
  ) throws(LitmusError) {
    for name in initial.keys.sorted() where !LitmusNames.isName(name) {
      throw LitmusError(place: .initial(name), expected: "a location", got: "\"\(name)\"")
    }
    var parser = try LitmusParser(texts)
    var observables: [LitmusObservable] = []
    for (index, text) in observe.enumerated() {
      observables.append(try parser.observable(text, index: index, initial: initial.keys))
    }
    self.texts = texts
    self.observables = observables
    instructions = parser.instructions
    starts = parser.starts
    symmetry = Symmetry(ofThreadsBy: texts)
    observedGroups = symmetry.groups.compactMap { ObservedGroup($0.flatMap(\.self), observables) }
    prefixes = parser.prefixes.names
    locations = parser.locations
    registers = LitmusRegisters(registersOfThreads: parser.registers.map(\.names.count))
    initialValues = initial.mapValues { UInt(bitPattern: $0) }
  }

  package var threadCount: Int { starts.count - 1 }

  package func initialValue(of location: Int) -> UInt { initialValues[locations.names[location]] ?? 0 }

  package func name(ofLocation location: Int) -> String { locations.names[location] }

  package func restart(_ thread: Int) { registers.clear(thread) }

  package func advance(_ thread: Int, with value: UInt) -> Action {
    let start = starts[thread]
    let count = starts[thread + 1] - start
    if registers[thread].counter > 0 { keep(value, of: thread) }
    while registers[thread].counter < count {
      let instruction = instructions[start + registers[thread].counter]
      registers[thread].counter += 1
      switch instruction {
      case .access(let access):
        registers[thread].last = operation(access, of: thread)
        return .operation(registers[thread].last)
      case .set(let register, let expression):
        registers.set(
          register, of: thread, to: evaluate(expression, thread), from: registers.origin(thread, expression.register))
      case .skip(let distance, let left, let isEqual, let right):
        registers[thread].tested |=
          registers.origin(thread, left.register) | registers.origin(thread, right.register)
        guard (evaluate(left, thread) == evaluate(right, thread)) == isEqual else { continue }
        registers[thread].counter += distance
      }
    }
    return .finished
  }
}

extension LitmusProgram {
  /// Stores the value that the most recent access has read in the access's register. The access is the instruction
  /// before the counter, because a finished thread is not advanced again.
  private func keep(_ value: UInt, of thread: Int) {
    let last = starts[thread] + registers[thread].counter - 1
    guard case .access(let access) = instructions[last] else { return }
    let (operation, number) = (registers[thread].last, registers[thread].events)
    let origin: UInt64 = number < 64 ? 1 << UInt64(number) : 0
    registers[thread].events += operation.updated(value) == nil ? 1 : 2
    if operation.condition != .always {
      registers[thread].tested |= origin | (access.comparesValue ? registers.origin(thread, access.value.register) : 0)
    }
    guard access.register >= 0 else { return }
    let result = access.reportsSuccess ? (value == 0 ? 1 : 0) : value
    registers.set(access.register, of: thread, to: result, from: origin)
  }

  @inline(__always)
  private func evaluate(_ expression: LitmusExpression, _ thread: Int) -> UInt {
    guard expression.register >= 0 else { return expression.constant }
    return (registers[thread, expression.register] ?? 0) &+ expression.constant
  }

  private func operation(_ access: LitmusAccess, of thread: Int) -> Operation {
    var operation = access.operation
    operation.sourceLine = UInt(registers[thread].counter)
    operation.location = Int32(truncatingIfNeeded: number(of: access.location, thread))
    let value = evaluate(access.value, thread)
    if access.comparesValue { operation.comparand = value } else { operation.value = value }
    operation.expected = evaluate(access.expected, thread)
    operation.dependencies = Dependencies(
      address: registers.origin(thread, access.location.register),
      data: access.comparesValue ? 0 : registers.origin(thread, access.value.register),
      control: registers[thread].tested)
    return operation
  }

  private func number(of location: LitmusLocation, _ thread: Int) -> Int {
    guard location.register >= 0 else { return location.name }
    let value = Int(bitPattern: registers[thread, location.register] ?? 0)
    return locations.number(of: prefixes[location.name] + String(value))
  }
}

// MARK: - Instructions

/// An integer, a register, or the sum of a register and an integer.
struct LitmusExpression: Equatable {
  /// The index of the register, or -1 if there is none.
  var register = -1
  var constant: UInt = 0
}

/// A location, given by its name, or by a prefix that the value of a register completes, as in `f$r0`.
struct LitmusLocation: Equatable {
  /// The number of the name or, if there is a register, the number of the prefix before the `$`.
  var name = -1
  /// The index of the register, or -1 if there is none.
  var register = -1
}

/// One instruction of a litmus thread. It consists of numbers only, because it is copied each time it is executed.
enum LitmusInstruction {
  /// An access or a fence. Its location, value, and expected value are filled in when it is executed.
  case access(LitmusAccess)
  /// Skips the next `count` instructions if the two expressions are equal, or if they are unequal.
  case skip(count: Int, LitmusExpression, isEqual: Bool, LitmusExpression)
  case set(register: Int, LitmusExpression)
}

struct LitmusAccess {
  var operation: Operation
  var location = LitmusLocation()
  /// The value to write, add, exchange, or wait for.
  var value = LitmusExpression()
  var expected = LitmusExpression()
  /// The index of the register that receives the value read, or -1 for none.
  var register = -1
  /// Whether the register receives 1 or 0 instead of the value read, depending on whether the update has written.
  var reportsSuccess = false
  /// Whether `value` is the value with which a wait compares.
  var comparesValue = false
}
