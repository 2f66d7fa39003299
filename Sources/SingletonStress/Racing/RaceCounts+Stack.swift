import CSingletonPlatform
import SingletonTrialRuntime

// The stack of the thread that crashed first. A copy of this process notes the addresses of the code, which is at the same
// addresses here.
extension RaceCounts {
  /// Two words, and the addresses.
  static let stackWords = 2 + 64

  /// From now on, this process notes the stack of a crash.
  func noteStacks() { cp_note_fault_stack(stack, Self.stackWords) }

  private var stack: UnsafeMutablePointer<UInt64> {
    (errorText + Self.errorBytes).assumingMemoryBound(to: UInt64.self)
  }

  /// The functions on the stack of the first crash, the innermost first, without those of the runtime and of the race; empty
  /// if there was no crash, or if the functions have no names.
  var crashStack: [String] {
    // The address after a call may be that of the next function.
    let names = (0..<Int(stack[1])).map { FunctionName.whole(at: UInt(stack[2 + $0]) - ($0 == 0 ? 0 : 1)) }
    return names.prefix { $0?.contains("SingletonStress.") != true }
      .compactMap { name in name.flatMap { $0.hasPrefix("Swift.") ? nil : FunctionName.short($0) } }
  }
}
