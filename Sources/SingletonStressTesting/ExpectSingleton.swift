public import SingletonStress
public import Testing

/// Records the result of a race: an issue if the accessor is broken, and a warning if the race was too weak to say
/// anything.
///
/// `#expect(result.isSingleton)` is stricter: it also fails if the race was too weak.
///
/// - Parameters:
///   - result: The result of the race.
///   - sourceLocation: The place that an issue names.
public func expectSingleton(_ result: StressResult, sourceLocation: SourceLocation = #_sourceLocation) {
  switch result.verdict {
  case .sound: break
  case .broken: Issue.record("\(result.testDescription)", sourceLocation: sourceLocation)
  case .tooWeak: recordWarning("\(result.testDescription)", sourceLocation)
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
