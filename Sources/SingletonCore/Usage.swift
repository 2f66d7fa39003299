/// What a program does with a singleton; each scenario tries one usage.
package enum Usage: String, CaseIterable, Sendable {
  /// Each caller asks the accessor once, and keeps what it gets.
  case accessing
  /// Callers ask, use, drop, and ask again.
  case reacquiring
  /// Callers construct an instance of their own.
  case constructing
  case copying
  /// Callers ask a child class.
  case subclassing
  /// The instance comes to its end, or is taken away.
  case ending
  /// The initializer asks for the instance that it initializes.
  case reentering
}
