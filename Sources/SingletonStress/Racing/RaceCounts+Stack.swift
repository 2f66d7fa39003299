import CSingletonPlatform
import SingletonPlatform
import SingletonTrialRuntime
import Synchronization

// The stacks of the thread that crashed first, and of the threads of a process that hung. A copy of this process notes the
// addresses of the code, which is at the same addresses here.
extension RaceCounts {
  private static let depth = 64
  private static let mostWaiting = 64
  /// Two words, and the addresses; then, for the threads that wait, two words, and a number and the addresses for each.
  static let stackWords = 2 + depth + waitingWords
  private static let waitingWords = 2 + mostWaiting * (1 + depth)
  /// The time that the threads of a hung process get to note their stacks, in nanoseconds.
  private static let timeToNote: UInt64 = 2_000_000_000

  /// From now on, this process notes the stack of a crash, and those of its threads if it is asked for them.
  func noteStacks() {
    cp_note_fault_stack(stack, 2 + Self.depth)
    cp_note_waiting_stacks(waiting, Self.depth, Self.mostWaiting)
  }

  private var stack: UnsafeMutablePointer<UInt64> {
    (errorText + Self.errorBytes).assumingMemoryBound(to: UInt64.self)
  }
  private var waiting: UnsafeMutablePointer<UInt64> { stack + 2 + Self.depth }

  /// The functions on the stack of the first crash with their lines, the innermost first, without those of the runtime and of
  /// the race; empty if there was no crash, or if the functions have no names.
  var crashStack: [String] {
    Self.functions(stack + 1).map { name, address in
      name + (FunctionName.place(at: address).map { " (\($0))" } ?? "")
    }
  }

  /// Returns the functions on the stacks of a hung process' threads that wait in the accessor, each different stack once.
  func waitingStacks(of process: Subprocess) -> [[String]] {
    waiting.update(repeating: 0, count: Self.waitingWords)
    let asked = UInt64(cp_ask_for_stacks(process.identifier))
    let began = monotonicNanoseconds()
    let ended = UnsafeRawPointer(waiting + 1).assumingMemoryBound(to: Atomic<UInt64>.self)
    while ended.pointee.load(ordering: .acquiring) < asked, monotonicNanoseconds() - began < Self.timeToNote {
      yieldProcessor()
    }
    let noted = min(Int(waiting[0]), Self.mostWaiting)
    let stacks = (0..<noted).map { Self.functions(waiting + 2 + $0 * (1 + Self.depth)).map(\.name) }
    return stacks.filter { !$0.isEmpty }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// - Parameter words: The number of addresses, and the addresses.
  private static func functions(_ words: UnsafePointer<UInt64>) -> [(name: String, address: UInt)] {
    // The address after a call may be that of the next function.
    let addresses = (0..<Int(words[0])).map { UInt(words[1 + $0]) - ($0 == 0 ? 0 : 1) }
    let own = addresses.map { (FunctionName.whole(at: $0), $0) }.prefix { name, _ in
      !["SingletonStress.", "SingletonTrialRuntime."].contains { name?.contains($0) == true }
    }
    return own.compactMap { name, address in
      name.flatMap { $0.hasPrefix("Swift.") ? nil : FunctionName.short($0) }.map { ($0, address) }
    }
  }
}
