import SingletonStrategyKit

/// What keeps a check from a verdict.
struct Undecided: Equatable, CustomStringConvertible {
  /// What the code has done.
  let what: String
  /// The line of the code, such as `Images.swift:31`; `nil` if it is not known.
  let place: String?

  init(_ what: String, place: String?) {
    self.what = what
    self.place = place
  }

  /// - Parameter code: The address of the code, or 0.
  init(_ what: String, at code: UInt, calledBy callers: some Sequence<UInt> = [], isExact: Bool = true) {
    self.init(what, place: UserLines.line(of: code, calledBy: callers, isExact: isExact).place)
  }

  var description: String { what + (place.map { " (\($0))" } ?? "") }
}
