import SingletonPlatform
public import SingletonStress
import Testing

#if compiler(<6.3)
  import Foundation
#endif

/// An accessor of an instance that exists once per process, as a type that another process finds by its name.
///
/// The type must be neither private nor local, because such types cannot be found by a name.
///
///     enum CacheSubject: StressSubject { static func instance() -> Cache? { Cache.shared } }
public protocol StressSubject: SendableMetatype {
  associatedtype Instance: AnyObject
  /// Returns the shared instance. `nil` and an error count as broken.
  static func instance() throws -> Instance?
}

/// An accessor that is awaited, of an instance that exists once per process, such as a `@MainActor static let`.
///
/// The type must be neither private nor local, because such types cannot be found by a name.
///
///     enum AppStateSubject: AwaitedStressSubject { static func instance() async -> AppState? { await AppState.shared } }
public protocol AwaitedStressSubject: SendableMetatype {
  associatedtype Instance: AnyObject
  /// Returns the shared instance. `nil` and an error count as broken.
  static func instance() async throws -> Instance?
}

/// Races the accessor of an instance that exists once per process, each trial in an exit test, which takes about 17
/// milliseconds. This works even where a process cannot be copied, as on macOS; elsewhere,
/// `stressOncePerProcess(named:settings:function:isWhole:access:)` is faster.
///
/// - Parameters:
///   - subject: The type whose accessor is raced.
///   - name: The name of the accessor in the result; `nil` stands for the subject's type.
///   - settings: How the race runs.
/// - Throws: A `StressError` if the race could not run, or if it raced values instead of instances of a class;
///   `CancellationError` if the task was canceled.
public func stressInExitTests<S: StressSubject>(
  _ subject: S.Type, named name: String? = nil, settings: StressSettings = .current
) async throws -> StressResult {
  try await resultOfExitTests(subject, named: name, settings)
}

/// Races an accessor that is awaited, of an instance that exists once per process, each trial in an exit test. The main
/// actor and other actors run there as in any program.
///
/// - Parameters:
///   - subject: The type whose accessor is raced.
///   - name: The name of the accessor in the result; `nil` stands for the subject's type.
///   - settings: How the race runs.
/// - Throws: A `StressError` if the race could not run, or if it raced values instead of instances of a class;
///   `CancellationError` if the task was canceled.
public func stressInExitTests<S: AwaitedStressSubject>(
  _ subject: S.Type, named name: String? = nil, settings: StressSettings = .current
) async throws -> StressResult {
  try await resultOfExitTests(subject, named: name, settings)
}

private func resultOfExitTests<S>(
  _ subject: S.Type, named name: String?, _ settings: StressSettings
) async throws -> StressResult {
  guard let typeName = _mangledTypeName(S.self), _typeByName(typeName) != nil else {
    throw StressError("\(S.self) cannot be found by its name; expected a type that is neither private nor local")
  }
  return try await race(.type(typeName), named: name ?? "\(S.self)", settings)
}

private func race(
  _ subject: Trial.Subject, named name: String, _ settings: StressSettings
) async throws -> StressResult {
  try await Turns.take {
    let trials = try LoneTrials(settings)
    repeat {
      try Task.checkCancellation()
      trials.add(await report(of: Trial(subject: subject, settings: trials.settings)))
    } while !trials.isOver
    return try trials.result(name: name)
  }
}

/// Races in exit tests what copies of a test's process cannot make anew.
enum ExitTests: NewProcesses {
  static func race(
    _ accessor: AccessorName, named name: String, _ settings: StressSettings
  ) async throws -> StressResult? {
    guard Test.current != nil else { return nil }
    let rehearsal = Trial(subject: .accessor(accessor, isAlone: true), settings: settings)
    guard try await Turns.take({ await report(of: rehearsal) }) == Trial.same else { return nil }
    return try await SingletonStressTesting.race(.accessor(accessor, isAlone: false), named: name, settings)
  }
}

/// Marks the report in the output of a process.
private let mark = "singleton-stress: "

/// Runs one trial in an exit test.
///
/// - Returns: The report of the process, or `nil` if the process ended without one.
private func report(of trial: Trial) async -> String? {
  var output: [UInt8] = []
  // A trial that ends its process is a result of the race, not an issue.
  await withKnownIssue("the process ended before the trial did", isIntermittent: true) {
    #if compiler(>=6.3)
      let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        [trial = trial as Trial] in
        try await trial.run()
      }
    #else
      // Before Swift 6.3, the process of an exit test gets only the environment. Races take turns, so no other race
      // changes the environment meanwhile.
      try trial.putInEnvironment()
      let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        try await Trial.ofEnvironment().run()
      }
    #endif
    output = result?.standardOutputContent ?? []
  }
  let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
  return lines.last { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
}

/// The message to the process of a trial.
private struct Trial: Codable, Sendable {
  enum Subject: Codable {
    case type(String)
    /// An accessor, to be raced or to be asked twice by one thread alone.
    case accessor(AccessorName, isAlone: Bool)
  }
  let subject: Subject
  let settings: StressSettings

  /// The report of one thread that got the same instance twice.
  static let same = "same"

  func run() async throws {
    switch subject {
    case .type(let name): try await run(name)
    case .accessor(let name, let isAlone):
      guard let access = name.access else {
        throw StressError("the accessor was not found in the process of the trial")
      }
      guard isAlone else { return try await LoneTrials.run(settings, access: access, report: report) }
      if let instance = try access(), try access() === instance { report(Self.same) }
    }
  }

  private func run(_ typeName: String) async throws {
    switch _typeByName(typeName) {
    case let subject as any StressSubject.Type: try await run(subject)
    case let subject as any AwaitedStressSubject.Type: try await run(subject)
    default: throw StressError("the subject was not found in the process of the trial")
    }
  }

  private func run<S: StressSubject>(_ subject: S.Type) async throws {
    try await LoneTrials.run(settings, access: { try S.instance() }, report: report)
  }

  private func run<S: AwaitedStressSubject>(_ subject: S.Type) async throws {
    try await LoneTrials.run(settings, awaiting: { try await S.instance() }, report: report)
  }

  private var report: @Sendable (String) -> Void {
    { report in
      print("\n" + mark + report)
      fflush(nil)
    }
  }
}

#if compiler(<6.3)
  extension Trial {
    private static let variable = "SINGLETON_STRESS_TRIAL"

    func putInEnvironment() throws {
      setenv(Self.variable, String(decoding: try JSONEncoder().encode(self), as: UTF8.self), 1)
    }

    static func ofEnvironment() throws -> Trial {
      let text = environmentVariable(variable) ?? ""
      return try JSONDecoder().decode(Trial.self, from: Data(text.utf8))
    }
  }
#endif
