import SingletonPlatform
public import SingletonStress
import Testing

/// What exists once per process, as a type that is found again by its name in another process.
///
/// It must be neither private nor local, because such types have no name by which they could be found.
///
///     enum CacheSubject: StressSubject { static func instance() -> Cache? { Cache.shared } }
public protocol StressSubject: SendableMetatype {
  associatedtype Instance: AnyObject
  /// Returns the shared instance. `nil` counts as broken.
  static func instance() -> Instance?
}

/// Races the accessor of what exists once per process, each trial in an exit test, which takes some 17 milliseconds. It
/// works where a process cannot be copied, as on macOS; elsewhere, `stressOncePerProcess(_:_:isWhole:access:)` is faster.
///
/// - Parameters:
///   - subject: The type whose instance is raced.
///   - name: What the result calls the accessor; the subject's type if it is `nil`.
///   - settings: How the race runs.
/// - Throws: A `StressError` if the race could not run; `CancellationError` if the task was canceled.
public func stressInExitTests<S: StressSubject>(
  _ subject: S.Type, _ name: String? = nil, _ settings: StressSettings = .current
) async throws -> StressResult {
  guard let typeName = _mangledTypeName(S.self), _typeByName(typeName) != nil else {
    throw StressError("\(S.self) cannot be found by its name; expected a type that is neither private nor local")
  }
  return try await Turns.take {
    let trials = try LoneTrials(settings)
    repeat {
      try Task.checkCancellation()
      trials.add(await report(ofProcessFor: typeName, settings: trials.settings))
    } while !trials.isOver
    return trials.result(name: name ?? "\(S.self)")
  }
}

/// Marks the report in the output of a process.
private let mark = "singleton-stress: "

/// Runs one trial in an exit test.
///
/// - Returns: What the process has reported, or `nil` if it ended before that.
private func report(ofProcessFor typeName: String, settings: StressSettings) async -> String? {
  var output: [UInt8] = []
  // A trial that ends its process is a result of the race, and no issue of its own.
  await withKnownIssue("the process ended before the trial did", isIntermittent: true) {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      [typeName, settings] in
      try runTrial(of: typeName, settings)
    }
    output = result?.standardOutputContent ?? []
  }
  let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
  return lines.last { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
}

private func runTrial(of typeName: String, _ settings: StressSettings) throws {
  guard let subject = _typeByName(typeName) as? any StressSubject.Type else {
    throw StressError("the subject was not found in the process of the trial")
  }
  try run(subject, settings)
}

private func run<S: StressSubject>(_ subject: S.Type, _ settings: StressSettings) throws {
  try LoneTrials.run(settings, access: { S.instance() }) { report in
    print("\n" + mark + report)
    fflush(nil)
  }
}
