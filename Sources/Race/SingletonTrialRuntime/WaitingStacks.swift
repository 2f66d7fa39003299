internal import CSingletonPlatform
package import SingletonPlatform
import Synchronization

/// The stacks of the threads of a process that hangs, in memory that it shares with the process that watches it.
package struct WaitingStacks: Sendable {
  private static let depth = 64
  private static let mostThreads = 64
  /// The words before the stacks: the process, where its code is, and how many threads have begun and ended.
  private static let headWords = 4
  package static let wordCount = headWords + mostThreads * (1 + depth)
  /// The time that the threads get to note their stacks, in nanoseconds.
  private static let timeToNote: UInt64 = 2_000_000_000

  // One process writes the words when another one has asked for it.
  nonisolated(unsafe) private let words: UnsafeMutablePointer<UInt64>

  package init(at address: UnsafeMutableRawPointer) { words = address.assumingMemoryBound(to: UInt64.self) }

  /// From now on, this process notes the stacks of its threads if it is asked for them.
  package func note() { cp_note_waiting_stacks(words, Self.depth, Self.mostThreads) }

  /// Makes this thread one whose stack can be noted, although Dispatch started it.
  package static func includeThisThread() { cp_let_stack_be_noted() }

  /// Asks the process that notes its stacks, a child or a copy of the child.
  ///
  /// - Returns: The addresses of the code on each different stack, as they are in this process, the innermost first.
  package func ask(_ child: Subprocess) -> [[UInt]] { ask(group: child.identifier) }

  /// Asks a thread of this process, which notes its stacks, too.
  package func ask(thread number: Int32) -> [[UInt]] { ask(group: getpgrp(), only: number) }

  /// Returns the addresses of the code in which a suspended task continues, the innermost first.
  package static func suspended(_ task: UInt) -> [UInt] {
    var addresses = [UInt64](repeating: 0, count: depth)
    let count = cp_task_continuations(UnsafeRawPointer(bitPattern: task), &addresses, depth)
    return addresses[..<count].map { UInt($0) }
  }

  private func ask(group: Int32, only thread: Int32 = 0) -> [[UInt]] {
    let stacks = (0..<Self.mostThreads).map { words + Self.headWords + $0 * (1 + Self.depth) }
    // A thread may be late, and the words have the stacks of an earlier process.
    for stack in stacks { stack[0] = 0 }
    var distance: Int64 = 0
    let asked = UInt64(cp_ask_for_stacks(group, thread, words, &distance))
    let began = monotonicNanoseconds()
    let ended = UnsafeRawPointer(words + 3).assumingMemoryBound(to: Atomic<UInt64>.self)
    while ended.pointee.load(ordering: .acquiring) < asked, monotonicNanoseconds() - began < Self.timeToNote {
      yieldProcessor()
    }
    let noted = stacks.map { stack in
      let addresses = Self.addresses(stack, most: Self.depth)
      return distance == 0 ? addresses : addresses.compactMap { Self.inProgram($0 &+ UInt(bitPattern: Int(distance))) }
    }
    return noted.reduce(into: []) { if !$1.isEmpty && !$0.contains($1) { $0.append($1) } }
  }

  /// Libraries are elsewhere in another process.
  private static func inProgram(_ address: UInt) -> UInt? {
    cp_is_in_program(UnsafeRawPointer(bitPattern: address)) ? address : nil
  }

  /// Returns the addresses of a stack that is noted as their number and the addresses after the calls.
  package static func addresses(_ words: UnsafePointer<UInt64>, most: Int) -> [UInt] {
    // The address after a call may be that of the next function.
    (0..<Int(min(words[0], UInt64(most)))).map { UInt(words[1 + $0]) &- ($0 == 0 ? 0 : 1) }
  }
}
