import CSingletonHooks
import SingletonStrategyChecker

/// An access that no hook has announced.
struct Unannounced: Equatable {
  /// The variable and the function.
  let access: Undecided
  /// Whose code the function is.
  let owner: ch_owner

  init(access: Undecided, owner: ch_owner) {
    self.access = access
    self.owner = owner
  }

  /// The access in the words of the copy that has found it, for the process that reads them.
  var text: String { "\(owner.rawValue)\n\(access.what)\n\(access.place ?? "")" }

  init?(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count == 3, let owner = UInt8(lines[0]) else { return nil }
    self.init(access: Undecided(lines[1], place: lines[2].isEmpty ? nil : lines[2]), owner: ch_owner(rawValue: owner))
  }

  /// What its reader can do.
  var advice: String {
    switch owner {
    case ch_of_program:
      "If \(module.map { "the target \($0)" } ?? "its target") is not compiled with the flags, give it the settings below."
        + Self.adviceOnHelpers
    case ch_of_swift: Self.adviceOnLibrary
    default: Self.lastAdvice
    }
  }

  /// The module that a closure is in, which may be that of the test.
  private var module: String? {
    guard access.what.contains("closure #"), let outermost = access.what.split(separator: " in ").last,
      let name = outermost.split(separator: ".").first?.split(separator: " ").last,
      name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { return nil }
    return String(name)
  }

  /// The settings of the target, for its manifest, with what else they take, or `nil` if they would not help.
  var settings: String? { owner == ch_of_program ? InstrumentationFlags.advice : nil }

  private static let lastAdvice = "Take it out of the test, or race the class instead."
  #if DEBUG
    private static let adviceOnLibrary =
      "Try a release build (-c release), in which more of the standard library is compiled with the code that uses it."
    private static let adviceOnHelpers =
      " If it is, try a release build (-c release), in which the functions that the compiler adds are instrumented, too."
  #else
    private static let adviceOnLibrary = lastAdvice
    private static let adviceOnHelpers = ""
  #endif
}
