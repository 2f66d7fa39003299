import SingletonPlatform

/// How a race runs. The variables `STRESS_TIME` and `STRESS_THREADS` of the environment override what code says, so that
/// a test looks longer without being changed: `STRESS_TIME=10s swift test --filter CacheTests`.
public struct StressSettings: Codable, Sendable {
  /// The number of threads that ask at the same time, from 2 to 1,024.
  public var threads: Int
  /// The least time of a race. It goes on, up to fifty times as long (150 times if each trial has a process), until
  /// silence is worth something: until there are enough trials, and the control has shown itself.
  public var duration: Duration
  /// Where the threads run.
  public var isolation: Isolation
  /// The time after which a race counts as hung if no trial has ended in it.
  public var hangTimeout: Duration
  /// Whether an accessor that is known to be broken is raced beside this one, so that a race can tell that it was too weak.
  public var isControlled: Bool
  /// Whether each trial must have exactly one initialization, as ``Probe`` counts them. A second one counts as broken, even
  /// if its instance is thrown away; a race without any is too weak.
  public var requiresOneInitialization: Bool
  /// The time that each call of ``Probe/initializing()`` takes, which widens the window of a race.
  public var initializerCost: Duration

  public init(
    threads: Int = 2, duration: Duration = .milliseconds(200), isolation: Isolation = .automatic,
    hangTimeout: Duration = .seconds(5), isControlled: Bool = true, requiresOneInitialization: Bool = false,
    initializerCost: Duration = .zero
  ) {
    self.threads = threads
    self.duration = duration
    self.isolation = isolation
    self.hangTimeout = hangTimeout
    self.isControlled = isControlled
    self.requiresOneInitialization = requiresOneInitialization
    self.initializerCost = initializerCost
  }

  /// The settings of races whose caller passes none.
  @TaskLocal public static var current = StressSettings()
}

/// Where the threads of a race run.
public enum Isolation: Codable, Sendable {
  /// In child processes where that is possible; in this process otherwise, and if no child completes a trial in time.
  case automatic
  /// In this process. A crash ends it, and a hang leaves its threads behind.
  case inProcess
  /// In child processes, which are copies of this one, so that a crash or a hang is a result. Code in them must not need
  /// threads of the process, such as Dispatch's or those of unstructured tasks.
  case child

  /// The reason why no race can run in copies of this process, or `nil` if one can.
  package static var obstacle: String? {
    if !Subprocess.canFork { return "this system cannot copy a process" }
    // Its own thread does not survive the copying.
    return SystemProbe.sanitizer == "thread" ? "under the thread sanitizer a process cannot be copied" : nil
  }
}

extension StressSettings {
  private static let threadRange = 2...1_024

  /// Returns the settings after the environment has overridden them.
  ///
  /// - Throws: A ``StressError`` if one of them is impossible.
  func resolved() throws(StressError) -> StressSettings {
    var settings = self
    if let text = Self.override("STRESS_TIME") {
      guard let duration = DurationFormat.duration(text) else {
        throw StressError("STRESS_TIME is \"\(text)\"; expected \(DurationFormat.spelling)")
      }
      settings.duration = duration
    }
    if let text = Self.override("STRESS_THREADS") {
      guard let threads = Int(text) else {
        throw StressError("STRESS_THREADS is \"\(text)\"; expected a number from 2 to 1024")
      }
      settings.threads = threads
    }
    try settings.check()
    return settings
  }

  private static func override(_ name: String) -> String? {
    environmentVariable(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  private func check() throws(StressError) {
    guard Self.threadRange.contains(threads) else {
      throw StressError(
        "\(HumanFormat.counted(threads, "thread")) cannot be raced; expected from 2 to 1024"
          + Self.origin("STRESS_THREADS"))
    }
    let usual = "expected more than nothing and at most a day"
    try Self.check(duration, from: .nanoseconds(1), "a race cannot take", usual + Self.origin("STRESS_TIME"))
    try Self.check(hangTimeout, from: .nanoseconds(1), "a hang timeout cannot be", usual)
    try Self.check(
      initializerCost, from: .zero, "an initializer cannot wait for", "expected nothing or more, and at most a day")
  }

  private static func check(
    _ duration: Duration, from least: Duration, _ refusal: String, _ expected: String
  ) throws(StressError) {
    guard least <= duration, duration <= .seconds(86_400) else {
      throw StressError("\(refusal) \(duration); \(expected)")
    }
  }

  /// Returns where a wrong setting is from, if not from code.
  private static func origin(_ name: String) -> String {
    override(name) == nil ? "" : ", in the environment's \(name)"
  }
}

/// The reason why a race could not run.
public struct StressError: Error, CustomStringConvertible, Sendable {
  public let description: String

  package init(_ description: String) { self.description = description }

  /// The error of an accessor whose values are put into objects anew by each access.
  static func valuesInObjects(_ name: String, threads: Int, trials: UInt64) -> StressError {
    StressError(
      "\(name) returns a value, such as a struct, as AnyObject, which makes a new object each time: in each of"
        + " \(HumanFormat.counted(trials, "trial")), each of \(threads) threads got another one, and that says nothing of"
        + " the value; expected an instance of a class, such as one that the value holds"
        + " (access: { $0.service.storage })")
  }
}
