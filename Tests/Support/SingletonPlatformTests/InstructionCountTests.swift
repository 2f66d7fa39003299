import CSingletonPlatform
import Foundation
import KnownInstructions
import SingletonPlatform
import Testing

/// Serial, because only one thread of a process counts at a time.
@Suite(.serialized, .enabled(if: known_instructions_exist(), "a program steps only on x86-64"))
struct `Counts of instructions` {
  struct Known: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let function: @Sendable () -> cp_steps
    let expected: InstructionCount
  }

  static let known = [
    Known(
      testDescription: "the marks themselves", function: count_nothing, expected: InstructionCount(instructions: 0)),
    Known(testDescription: "two", function: count_two, expected: InstructionCount(instructions: 2)),
    Known(
      testDescription: "padding that does nothing", function: count_padding, expected: InstructionCount(instructions: 0)
    ),
    Known(testDescription: "a call", function: count_call, expected: InstructionCount(instructions: 3, calls: 1)),
    Known(
      testDescription: "a call through a register", function: count_indirect_call,
      expected: InstructionCount(instructions: 4, calls: 1)),
    Known(
      testDescription: "a lock prefix", function: count_locked, expected: InstructionCount(instructions: 2, atomics: 1)),
    Known(
      testDescription: "an exchange with memory, and one of registers", function: count_exchanges,
      expected: InstructionCount(instructions: 2, atomics: 1)),
    Known(
      testDescription: "a system call, and the instruction that does not trap behind it", function: count_system_call,
      expected: InstructionCount(instructions: 3, systemCalls: 1)),
    Known(testDescription: "a repeated one", function: count_repeated, expected: InstructionCount(instructions: 3)),
    Known(testDescription: "a fence", function: count_fence, expected: InstructionCount(instructions: 1)),
  ]

  @Test(arguments: known) func `known instructions are counted exactly`(example: Known) {
    #expect(cp_open_steps() == cp_steps_taken)
    let counts = (0..<2).map { _ in example.function().count }
    cp_close_steps()
    #expect(counts == [example.expected, example.expected])
  }

  @Test func `a thread that waits for another one, or starts one, is not counted, and goes on`() {
    #expect(cp_open_steps() == cp_steps_taken)
    cp_begin_steps()
    var thread = pthread_t()
    pthread_create(&thread, nil, { _ in nil }, nil)
    cp_end_steps()
    pthread_join(thread, nil)
    let started = cp_take_steps()
    cp_close_steps()
    #expect(started.count == nil)
    #expect(started.obstacle?.contains("another one") == true)
  }

  @Test func `a look at the clock is one system call, whatever the kernel's code does`() {
    #expect(cp_open_steps() == cp_steps_taken)
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let counts = (0..<20).map { _ in
      cp_begin_steps()
      clock_gettime(CLOCK_MONOTONIC, &time)
      cp_end_steps()
      return cp_take_steps().count
    }
    cp_close_steps()
    #expect(Set(counts).count == 1 && counts[0]?.systemCalls == 1)
  }

  @Test func `without preparation, the marks do nothing`() {
    let counted = count_two()
    #expect(counted.count == nil && counted.obstacle == "the process ended before")
  }

  @Test func `a processor without traps says so`() {
    #expect(cp_steps(end: cp_steps_unsupported).obstacle == "a program cannot step on this processor or system")
    #expect(cp_steps(end: cp_steps_no_traps).obstacle == "no trap arrives, as in an emulator or a debugger")
  }
}

extension cp_steps {
  fileprivate init(end: cp_steps_end) {
    self.init(instructions: 0, atomics: 0, calls: 0, system_calls: 0, end: end)
  }
}
