import CSingletonHooks
import SingletonPlatform
import SingletonStrategyChecker

/// An access that no hook has announced.
struct Unannounced: Equatable {
  /// The variable and the function.
  let access: Undecided
  /// Whose code the function is.
  let owner: ch_owner
  /// The module of the function if that is a closure, such as one of the test; otherwise empty.
  let module: String

  /// Whether a variable was accessed, and not memory that was allocated.
  let isOfVariable: Bool

  /// - Parameters:
  ///   - code: The address of the code that has accessed memory.
  ///   - variable: The variable, or `nil` if that is other memory.
  ///   - user: The address of the instrumented code that has called it.
  ///   - kind: Words for the access if no announcement of it would help.
  init(by code: UInt, of variable: String?, calledBy user: UInt, kind: String?) {
    let whole = String(cString: ch_function_name(code))
    // The name may be `function signature specialization <...> of closure #1 (Swift.Int) -> () in ...`.
    let isSwift = whole.contains(" -> ") || whole.contains(" specialization ")
    let function = isSwift ? FunctionName.short(whole) ?? whole : whole
    // An announcement would not help.
    isOfVariable = variable != nil
    owner = kind != nil ? ch_of_library : ch_owner_of(code)
    // The line of code follows that of the call that returns to an address.
    let place = owner == ch_of_program ? code + 1 : user
    access = Undecided((variable ?? kind).map { "\($0), by \(function)" } ?? function, at: place, calledBy: [user])
    module = FunctionName.module(ofClosure: whole) ?? ""
  }

  /// The access in the words of the copy that has found it, for the process that reads them.
  var text: String { "\(owner.rawValue)\n\(access.what)\n\(access.place ?? "")\n\(module)\n\(isOfVariable)" }

  init?(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count == 5, let owner = UInt8(lines[0]) else { return nil }
    access = Undecided(lines[1], place: lines[2].isEmpty ? nil : lines[2])
    self.owner = ch_owner(rawValue: owner)
    module = lines[3]
    isOfVariable = lines[4] == "true"
  }

  /// Whether the code is written in Swift, as far as the name of its file tells.
  private var isSwift: Bool { access.place?.contains(".swift:") ?? true }

  /// What its reader can do.
  var advice: String {
    switch owner {
    case ch_of_program where module.isEmpty:
      "If its target is not compiled with the flags, give it the settings below." + Self.adviceOnHelpers
    case ch_of_program:
      "It is a closure of the target \(module), which needs the flags as well, even if it is that of the test: give it the"
        + " settings below, or let a method of the class do what the closure does."
    case ch_of_swift: Self.adviceOnLibrary
    default: Self.lastAdvice
    }
  }

  /// The settings of the target, for its manifest, with what else they take, or `nil` if they would not help.
  var settings: String? {
    guard owner == ch_of_program else { return nil }
    return InstrumentationFlags.advice(
      isSwift ? InstrumentationFlags.manifestSettings() : InstrumentationFlags.manifestSettingsOfC)
  }

  private static let lastAdvice = "Take it out of the test, or race the class instead."
  #if DEBUG
    private static let adviceOnLibrary =
      "Try a release build (-c release), in which more of the standard library is compiled with the code that uses it."
    private static let adviceOnHelpers =
      " If it has them, try a release build (-c release), in which the functions that the compiler adds are instrumented, too."
  #else
    private static let adviceOnLibrary = lastAdvice
    private static let adviceOnHelpers = ""
  #endif
}
