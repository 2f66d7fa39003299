/// What keeps a check from a verdict.
struct Undecided: Equatable {
  /// What the code has done.
  let what: String
  /// The address of the code, or 0.
  let code: UInt

  init(_ what: String, at code: UInt) {
    self.what = what
    self.code = code
  }
}
