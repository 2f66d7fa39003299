import SingletonPlatform

/// The settings of a race. The environment variables `STRESS_TIME` and `STRESS_THREADS` override the settings in code,
/// so that a test looks longer without being changed: `STRESS_TIME=10s swift test --filter CacheTests`.
public struct StressSettings: Codable, Sendable {
  /// The number of threads that ask at the same time, from 2 to 1,024.
  public var threads: Int
  /// The minimum time of a race. The race continues, up to fifty times as long (150 times if each trial has a process),
  /// until silence is meaningful: until there are enough trials, and the control has been caught.
  public var duration: Duration
  /// The process in which the threads run.
  public var isolation: Isolation
  /// The time without a completed trial after which a race counts as hung.
  public var hangTimeout: Duration
  /// Whether an accessor that is known to be broken is raced alongside this one, so that a race can tell that it was
  /// too weak.
  public var isControlled: Bool
  /// Whether each trial must have exactly one initialization, as counted by ``Probe``. A second initialization counts
  /// as broken, even if its instance is thrown away; a race without any initialization is too weak.
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

/// The process in which the threads of a race run.
public enum Isolation: Codable, Sendable {
  /// In child processes if that is possible; otherwise, or if no child completes a trial in time, in this process.
  case automatic
  /// In this process. A crash ends it, and a hang leaves its threads behind.
  case inProcess
  /// In child processes, which are copies of this one, so that a crash or a hang is a result. Code in them must not need
  /// threads of the process, such as Dispatch's or those of unstructured tasks.
  case child

  /// The reason why no race can run in copies of this process, or `nil` if one can.
  package static var obstacle: String? {
    if !Subprocess.canFork { return "this system cannot copy a process" }
    // The sanitizer's own thread does not survive the copying.
    return SystemProbe.sanitizer == "thread" ? "under the thread sanitizer a process cannot be copied" : nil
  }
}

extension StressSettings {
  private static let threadRange = 2...1_024

  /// Returns the settings after the environment has overridden them.
  ///
  /// - Throws: A ``StressError`` if a setting is impossible.
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

  /// Returns the origin of a wrong setting if it does not come from code.
  private static func origin(_ name: String) -> String {
    override(name) == nil ? "" : ", in the environment's \(name)"
  }
}

/// The reason why a race could not run.
public struct StressError: Error, CustomStringConvertible, Sendable {
  public let description: String

  package init(_ description: String) { self.description = description }

  @usableFromInline static let noRole = StressError("there is no role to race; expected at least one")

  /// Returns the error for an accessor whose values each access puts into new objects.
  static func valuesInObjects(_ name: String, threads: Int, trials: UInt64) -> StressError {
    StressError(
      "\(name.harmless) returns a value, such as a struct, as AnyObject, which makes a new object each time: in each of"
        + " \(HumanFormat.counted(trials, "trial")), each of \(threads) threads got another one, which says nothing"
        + " about the value; expected an instance of a class, such as one that the value holds"
        + " (access: { $0.service.storage })")
  }
}
