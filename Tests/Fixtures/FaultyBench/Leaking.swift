import Foundation
import Outcomes
import Strategies

/// Sound, but it starts a process and leaves it behind.
struct Leaking: Guarded {
  let lock: NativeLock
  let instance: Variable<NativeWorld>

  init(_ cell: inout NativeCell) {
    lock = cell.lock()
    instance = cell.variable()
  }

  static func goWrong(_ caller: NativeCaller) { precondition(isStarted, "the sleeper could not be started") }

  /// Once a process.
  private static let isStarted = startSleeper()

  private static func startSleeper() -> Bool {
    let words = ["/bin/sleep", "1000"].map { (word: String) in strdup(word) }
    defer { words.forEach { free($0) } }
    var sleeper = pid_t()
    return posix_spawn(&sleeper, words[0]!, nil, nil, words + [nil], environ) == 0
  }

  static var card: Card { Card("leaking", "starts a process and leaves it", .sound) }
}
