package struct UsageError: Error {
  package let problem: String
  /// The text after "expected: " in messages.
  package let expected: String?
  /// The valid spellings closest to the given one, the closest first.
  package let nearest: [String]

  package init(_ problem: String, expected: String? = nil, nearest: [String] = []) {
    self.problem = problem
    self.expected = expected
    self.nearest = nearest
  }
}
