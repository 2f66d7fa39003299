public import SingletonStress
public import Testing

/// Records what a race has seen: an issue if the accessor is broken, and a warning if the race was too weak to say
/// anything. The result is attached to the test as a report of `singleton-bench`, whatever it is.
///
/// `#expect(result.isSingleton)` is stricter: it fails also if the race was too weak.
///
/// - Parameters:
///   - result: What the race has seen.
///   - sourceLocation: The place that an issue names.
public func expectSingleton(_ result: StressResult, sourceLocation: SourceLocation = #_sourceLocation) {
  Attachment.record(Attachment(result.csv, named: result.attachmentName), sourceLocation: sourceLocation)
  switch result.verdict {
  case .sound: break
  case .broken: Issue.record("\(result.testDescription)", sourceLocation: sourceLocation)
  case .tooWeak: recordWarning("\(result.testDescription)", sourceLocation)
  }
}

/// Records what does not fail a test. Before Swift 6.3, there were no warnings, but there were known issues.
private func recordWarning(_ comment: Comment, _ sourceLocation: SourceLocation) {
  #if compiler(>=6.3)
    Issue.record(comment, severity: .warning, sourceLocation: sourceLocation)
  #else
    withKnownIssue { Issue.record(comment, sourceLocation: sourceLocation) }
  #endif
}

extension StressResult {
  /// The accessor's name as the name of a file.
  var attachmentName: String {
    String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" }) + ".csv"
  }
}

extension StressResult: CustomTestStringConvertible {
  /// What was seen, and the command that looks longer, as `#expect` shows them.
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
