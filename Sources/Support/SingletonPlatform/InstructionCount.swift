import CSingletonPlatform

/// The number of instructions that one thread has executed between two points.
package struct InstructionCount: Hashable, Sendable {
  /// All instructions except no-ops, which are only padding.
  package var instructions: UInt64 = 0
  /// Instructions that access memory atomically: those with a lock prefix, and exchanges with memory.
  package var atomics: UInt64 = 0
  package var calls: UInt64 = 0
  package var systemCalls: UInt64 = 0

  package init() {}

  package init(instructions: UInt64, atomics: UInt64 = 0, calls: UInt64 = 0, systemCalls: UInt64 = 0) {
    (self.instructions, self.atomics, self.calls, self.systemCalls) = (instructions, atomics, calls, systemCalls)
  }
}

/// The counts in words, such as `7 instructions, 1 atomic one, 1 call, 0 system calls`.
extension InstructionCount: CustomStringConvertible {
  package var description: String {
    parts.map { HumanFormat.counted($0.count, $0.noun) }.joined(separator: ", ")
  }
}

extension InstructionCount {
  /// The counts, each with its noun in the singular.
  package var parts: [(count: UInt64, noun: String)] {
    [(instructions, "instruction"), (atomics, "atomic one"), (calls, "call"), (systemCalls, "system call")]
  }

  /// Returns the counts that changed, such as `7 instead of 5 instructions, 1 instead of 0 atomic ones`.
  package func changes(from old: InstructionCount) -> String {
    zip(parts, old.parts).filter { $0.count != $1.count }.map { new, old in
      "\(HumanFormat.grouped(new.count)) instead of \(HumanFormat.counted(old.count, new.noun))"
    }.joined(separator: ", ")
  }
}

extension cp_steps {
  /// The counts, or `nil` if counting stopped early.
  package var count: InstructionCount? {
    guard end == cp_steps_taken else { return nil }
    return InstructionCount(instructions: instructions, atomics: atomics, calls: calls, systemCalls: system_calls)
  }

  /// Why counting stopped early, as a sentence without its period, or `nil` if it did not.
  package var obstacle: String? {
    guard end != cp_steps_taken else { return nil }
    return switch end {
    case cp_steps_unsupported: "a program cannot step on this processor or system"
    case cp_steps_no_traps: "no trap arrives, as in an emulator or a debugger"
    case cp_steps_waits: "the thread waits for another one"
    case cp_steps_starts_thread: "the thread starts another one"
    case cp_steps_blocks_traps: "the thread blocks signals, as it does to start another one"
    case cp_steps_too_many: "there are more than \(HumanFormat.grouped(instructions - 1)) instructions"
    case cp_steps_moving_addresses:
      "a debug build looks up types by their addresses, and the system does not let these be fixed"
    default: "the process ended before"
    }
  }
}
