/// Arguments that a command does not understand.
package struct UsageError: Error {
  /// What is wrong.
  package let problem: String
  /// Completes "expected: ".
  package let expected: String?
  /// Valid spellings close to what was written, the closest first.
  package let nearest: [String]

  package init(_ problem: String, expected: String? = nil, nearest: [String] = []) {
    self.problem = problem
    self.expected = expected
    self.nearest = nearest
  }
}

extension String {
  /// The text as a message shows it: in quotes, with control characters spelled out.
  package var quoted: String { debugDescription }
}
