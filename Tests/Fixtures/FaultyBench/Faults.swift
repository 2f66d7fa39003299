import Foundation
import SingletonBench

enum NoFault: Fault {
  static let id = "sound"
  static let idea = "a lock around the accessor"
  static func goWrong(_ caller: NativeCaller) {}
}

enum SilentDefect: Fault {
  static let id = "silent-defect"
  static let idea = "a lock around the accessor, declared to be defective"
  static let expectation = Expectation.defect(.instances)
  static func goWrong(_ caller: NativeCaller) {}
}

enum Crashing: Fault {
  static let id = "crashing"
  static let idea = "writes to an address without memory"
  static func goWrong(_ caller: NativeCaller) { invalidAddress?.pointee = 1 }

  /// An invalid address, computed so that the compiler cannot know that it is invalid.
  private static var invalidAddress: UnsafeMutablePointer<Int>? {
    UnsafeMutablePointer(bitPattern: Int(getpid()) & 1 | 8)
  }
}

enum Trapping: Fault {
  static let id = "trapping"
  static let idea = "fails an assertion"
  static func goWrong(_ caller: NativeCaller) { caller.fail("an assertion of the fixture\n") }
}

enum Hanging: Fault {
  static let id = "hanging"
  static let idea = "sleeps forever"
  static func goWrong(_ caller: NativeCaller) { while true { sleep(1_000) } }
}

enum Cyclic: Fault {
  static let id = "cyclic"
  static let idea = "asks for a constant whose initializer asks for itself, by way of another one"
  static func goWrong(_ caller: NativeCaller) { _ = Theme.shared }

  private final class Theme: Sendable {
    static let shared = Theme()
    let settings = Settings.shared
    private init() {}
  }

  private final class Settings: Sendable {
    static let shared = Settings()
    let theme = Theme.shared
    private init() {}
  }
}

enum Spinning: Fault {
  static let id = "spinning"
  static let idea = "spins forever"
  static func goWrong(_ caller: NativeCaller) { while getpid() > 0 {} }
}

enum Exiting: Fault {
  static let id = "exiting"
  static let idea = "exits the process with code 3"
  static func goWrong(_ caller: NativeCaller) { exit(3) }
}

enum ExitingQuietly: Fault {
  static let id = "exiting-quietly"
  static let idea = "exits the process with code 0"
  static func goWrong(_ caller: NativeCaller) { exit(0) }
}

enum EndedLater: Fault {
  static let id = "ended-later"
  static let idea = "starts a thread that aborts the process at any moment"
  static func goWrong(_ caller: NativeCaller) { _ = isStarted }

  /// Evaluated once per process.
  private static let isStarted: Bool = {
    Thread.detachNewThread {
      usleep(.random(in: 20_000...120_000))
      abort()
    }
    return true
  }()
}

enum Leaking: Fault {
  static let id = "leaking"
  static let idea = "starts a process and leaves it running"
  static func goWrong(_ caller: NativeCaller) { precondition(isStarted, "/bin/sleep could not be started") }

  /// Evaluated once per process.
  private static let isStarted = startSleeper()

  private static func startSleeper() -> Bool {
    let words = ["/bin/sleep", "1000"].map { (word: String) in strdup(word) }
    defer { words.forEach { free($0) } }
    var sleeper = pid_t()
    return posix_spawn(&sleeper, words[0]!, nil, nil, words + [nil], environ) == 0
  }
}
