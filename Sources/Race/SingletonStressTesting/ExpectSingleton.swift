public import SingletonStress
public import Testing

/// Records the result of a race: an issue if the accessor is broken, or if no run of this race could show that; a warning if
/// too little was seen, as on a busy machine.
///
/// `#expect(result.isSingleton)` is stricter: it also fails on a busy machine.
///
/// - Parameters:
///   - result: The result of the race.
///   - sourceLocation: The place that an issue names.
public func expectSingleton(_ result: StressResult, sourceLocation: SourceLocation = #_sourceLocation) {
  switch (result.verdict, result.weakness) {
  case (.sound, _): break
  case (_, .inconclusive): recordWarning("\(result.testDescription)", sourceLocation)
  case (.broken, _), (.tooWeak, _): Issue.record("\(result.testDescription)", sourceLocation: sourceLocation)
  }
}

/// Records a warning, which does not fail a test. Before Swift 6.3, Swift Testing has known issues instead.
func recordWarning(_ comment: Comment, _ sourceLocation: SourceLocation) {
  #if compiler(>=6.3)
    Issue.record(comment, severity: .warning, sourceLocation: sourceLocation)
  #else
    withKnownIssue { Issue.record(comment, sourceLocation: sourceLocation) }
  #endif
}

extension StressResult: CustomTestStringConvertible {
  /// The description, with the command for a longer look, as shown by `#expect`.
  public var testDescription: String {
    verdict == .sound ? summary : "\(summary). \(advice(test: Test.current?.filter))"
  }
}

extension Test {
  /// A pattern for `swift test --filter` that selects this test alone, quoted for a shell.
  var filter: String {
    // Ends with the source location.
    let path = "\(id)".split(separator: "/").dropLast().joined(separator: "/")
    let pattern = path.map { #"\.+*?()[]{}^$|"#.contains($0) ? "\\\($0)" : "\($0)" }.joined()
    return "'" + pattern.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}
