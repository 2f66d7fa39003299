@_exported public import SingletonStress
public import Testing

/// Settings of the races in a test or a suite. A test's trait changes only the settings that it names, and keeps its
/// suite's other settings.
public struct StressTrait: SuiteTrait, TestTrait, TestScoping {
  let change: @Sendable (inout StressSettings) -> Void

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    var settings = StressSettings.current
    change(&settings)
    try await StressSettings.$current.withValue(settings, operation: function)
  }
}

extension Trait where Self == StressTrait {
  /// Sets how the races of a test or a suite run.
  ///
  ///     @Test(.stress(threads: 64, .seconds(1))) func `the cache is one`() async throws { ... }
  ///
  /// - Parameters:
  ///   - threads: The number of threads that ask at the same time.
  ///   - duration: The minimum time of each race.
  ///   - isolation: The process in which the threads run.
  public static func stress(
    threads: Int? = nil, _ duration: Duration? = nil, isolation: Isolation? = nil
  ) -> Self {
    StressTrait { settings in
      if let threads { settings.threads = threads }
      if let duration { settings.duration = duration }
      if let isolation { settings.isolation = isolation }
    }
  }
}
