import CSingletonPlatform
import SingletonPlatform
import SingletonTrialRuntime

/// The stack of a thread that waited in a process that hung, or the functions that its task was suspended in.
struct HangStack {
  /// The whole names of its functions, the innermost first.
  let functions: [String]
  /// What they do with static constants.
  let steps: [InitializerCycle.Step]
}

// The stacks of the thread that crashed first, and of the threads of a process that hung. A copy of this process notes the
// addresses of the code, which is at the same addresses here.
extension RaceCounts {
  private static let depth = 64
  /// Two words, and the addresses; then the stacks of threads that wait.
  static let stackWords = 2 + depth + WaitingStacks.wordCount

  /// From now on, this process notes the stack of a crash, and those of its threads if it is asked for them.
  func noteStacks() {
    cp_note_fault_stack(stack, 2 + Self.depth)
    waiting.note()
  }

  private var stack: UnsafeMutablePointer<UInt64> {
    (errorText + Self.errorBytes).assumingMemoryBound(to: UInt64.self)
  }
  private var waiting: WaitingStacks { WaitingStacks(at: stack + 2 + Self.depth) }

  /// The functions on the stack of the first crash with their lines, the innermost first, without those of the runtime and of
  /// the race; empty if there was no crash, or if the functions have no names.
  var crashStack: [String] {
    Self.functions(WaitingStacks.addresses(stack + 1, most: Self.depth)).compactMap { name, address in
      FunctionName.short(name).map { $0 + (FunctionName.place(at: address).map { " (\($0))" } ?? "") }
    }
  }

  /// Returns the stacks of a hung process' threads that wait in the accessor.
  func waitingStacks(of process: Subprocess) -> [HangStack] {
    let stacks = waiting.ask(process)
    let found = zip(stacks, InitializerCycle.steps(on: stacks)).map {
      HangStack(functions: Self.functions($0).map(\.name), steps: $1)
    }
    return found.filter { !$0.functions.isEmpty }
  }

  /// Returns the stack of a thread of this process, which has hung, if the thread waits in the accessor. Otherwise returns the
  /// functions in which the thread's task is suspended, or `nil` if they are not known.
  func waitingStack(ofThread number: Int32, orTask task: UInt) -> HangStack? {
    waiting.note()
    // A task that awaits a continuation has the same code twice.
    let suspended = WaitingStacks.suspended(task).reduce(into: [UInt]()) { if $0.last != $1 { $0.append($1) } }
    let stacks = waiting.ask(thread: number) + [suspended]
    return zip(stacks, InitializerCycle.steps(on: stacks)).lazy
      .map { HangStack(functions: Self.functions($0).map(\.name), steps: $1) }
      .first { !$0.functions.isEmpty }
  }

  private static func functions(_ addresses: [UInt]) -> [(name: String, address: UInt)] {
    let own = addresses.map { (FunctionName.whole(at: $0), $0) }.prefix { name, _ in
      !["SingletonStress.", "SingletonTrialRuntime.", "SingletonPlatform."].contains { name?.contains($0) == true }
    }
    return own.compactMap { name, address in
      name.flatMap { $0.hasPrefix("Swift.") ? nil : ($0, address) }
    }
  }
}
