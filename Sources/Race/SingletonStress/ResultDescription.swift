import SingletonPlatform

extension StressResult: CustomStringConvertible {
  /// The result in one sentence, with advice on what to do if the race was too weak.
  public var description: String { verdict == .tooWeak ? "\(summary). \(advice(test: nil))" : summary }

  /// The processor's architecture: half-built instances appear only on a processor that reorders stores.
  private static let here = SystemProbe().architecture
  private static let cores = SystemProbe().cores
  /// With more threads, a race that was too weak would have been stronger with fewer.
  private static let mostUsefulThreads = 4 * cores

  /// The result in one sentence, without the period.
  package var summary: String { judgment + sanitizerNote }

  private var sanitizerNote: String {
    guard sanitizerReports > 0 else { return "" }
    return "; meanwhile the thread sanitizer reported \(times(sanitizerReports)), see above, which does not count here"
  }

  private var judgment: String {
    let name = name.harmless
    return switch verdict {
    case .broken: "\(name) is broken: \(defects.joined(separator: "; ")); \(circumstances)"
    case .sound: "\(name) is sound as far as seen on \(Self.here): \(silence)\(assurance); \(circumstances)"
    case .tooWeak: "\(name): too weak to say anything: \(reasonOfWeakness); \(circumstances)"
    }
  }

  /// Returns advice on what to do about a result that is not sound.
  ///
  /// - Parameter test: The pattern that selects the test that ran the race, or `nil` if it is not known.
  package func advice(test pattern: String?) -> String {
    let command = pattern.map { "swift test --filter \($0)" }
    if weakness == .notFresh || isRareForLackOfOwners { return adviceOnFreshness(command) }
    if verdict == .broken { return adviceOnBroken(command) }
    if verdict == .tooWeak, threads > Self.mostUsefulThreads {
      return "So many threads rarely meet on \(HumanFormat.counted(Self.cores, "core")). To see more: "
        + ["STRESS_THREADS=2", command].compactMap(\.self).joined(separator: " ")
    }
    if verdict == .tooWeak, duration >= longestDuration, let slow = SlowTrials(self) { return slow.advice(command) }
    if verdict == .tooWeak, duration >= longestDuration {
      return
        "It looked for the longest time that these settings allow, \(DurationFormat.text(longestDuration)), so other"
        + " work probably keeps the cores busy: try again when that has ended"
    }
    return "To look longer: " + ["STRESS_TIME=10s", command].compactMap(\.self).joined(separator: " ")
  }

  private func adviceOnFreshness(_ command: String?) -> String {
    if hasCommonOwner { return "Make a new owner in each call of fresh" }
    if hasCommonInstance {
      return
        "Make a new owner in each call of fresh, and return what it has made; race what exists once per process with"
        + " stressOncePerProcess, and judge values, such as a token that all share, with roles"
    }
    if lacksInitialization { return "Call Probe.initializing() in its initializer, and make it in the accessor" }
    return
      "Race it in processes of its own, with a StressSubject and stressInExitTests of SingletonStressTesting, or alone"
      + (command.map { ": \($0)" } ?? ", before anything else in the process asks for it")
  }

  /// The advice does not depend on the cause, which a race does not know.
  private func adviceOnBroken(_ command: String?) -> String {
    // A trial in a thousand may not come again in a short race.
    let isRare = violatingTrials > 0 && violatingTrials < trials / 1_000 && crashes == 0 && !isHung
    let again = [isRare ? "STRESS_TIME=10s" : nil, command ?? "swift test"].compactMap(\.self).joined(separator: " ")
    let safe =
      mostInstances > 1 || nils > 0
      ? "To be safe, an accessor tests for its instance and stores it in one step: a static let, a lock around both, or an"
        + " actor with no await between them (singleton-bench learn lazy). A check by SingletonCheck draws how it breaks. "
      : ""
    return safe + "To see it again: \(again)"
  }

  /// Whether several instances were handed out only while the common owner was new. Instances that each thread keeps
  /// for itself occur in every trial, and a crash has nothing to do with owners.
  private var isRareForLackOfOwners: Bool {
    (hasCommonOwner || hasCommonInstance) && mostInstances > 1 && violatingTrials < trials && crashes == 0 && !isHung
  }

  private var defects: [String] {
    [
      mostInstances > 1 ? "up to \(mostInstances) instances" : nil,
      unexpectedTrials > 0
        ? "not as expected \(times(unexpectedTrials))\(listed(expected: false))\(usualOutcomes)" : nil,
      halfBuilt > 0 ? "half-built \(times(halfBuilt))" : nil,
      nils > 0 ? "nil \(times(nils))" : nil,
      errors > 0 ? "an error \(times(errors))\(first)" : nil,
      isOnlyBuiltAgain ? "initialized more than once" : nil,
      crashes > 0
        ? "crashed \(times(UInt64(crashes))) (\(crashMessages.joined(separator: "; ")))\(stack)\(alone)" : nil,
      isHung ? hang : nil,
    ].compactMap(\.self)
  }

  private var stack: String {
    crashStack.isEmpty ? "" : " in " + crashStack.prefix(4).joined(separator: ", called by ")
  }

  private var alone: String { crashesAlone == true ? ", and so did one thread alone: no race is needed for it" : "" }

  private var first: String { firstError.map { " (\($0))" } ?? "" }

  private var usualOutcomes: String {
    let usual = listed(expected: true)
    return usual.isEmpty ? "" : ", otherwise\(usual)"
  }

  /// Returns the most frequent outcomes that were or were not as expected, in parentheses.
  private func listed(expected isExpected: Bool) -> String {
    let some = outcomes.filter { $0.outcome.isExpected == isExpected }
    guard !some.isEmpty else { return "" }
    let listed = some.prefix(4).map { $0.outcome.values + (some.count > 1 ? " \(times($0.trials))" : "") }
    let rest = some.count - listed.count
    return " (" + (listed + (rest > 0 ? ["\(rest) others"] : [])).joined(separator: ", ") + ")"
  }

  private var isOnlyBuiltAgain: Bool {
    violatingTrials > 0 && mostInstances <= 1 && halfBuilt + nils + errors + unexpectedTrials == 0
  }

  private var hang: String {
    "hung, without progress for \(DurationFormat.text(settings.hangTimeout))\(waiting)"
      + (ranInChildren && neverBegan
        ? " (code that needs Dispatch's threads or an unstructured task hangs in a copy of the process; isolation"
          + " .inProcess has them)" : "")
  }

  /// What the threads of a process that hung waited for.
  private var waiting: String {
    if let cycle = initializerCycle { return ": \(cycle)" }
    let stacks = hangStacks.prefix(2).map { "in " + $0.prefix(4).joined(separator: ", called by ") }
    return stacks.isEmpty ? "" : ": waiting " + stacks.joined(separator: ", and ")
  }

  private var circumstances: String {
    let violating = "\(HumanFormat.grouped(violatingTrials)) of \(HumanFormat.counted(trials, "trial"))"
    return [
      verdict == .broken ? violating : nil, HumanFormat.counted(threads, "thread"),
      firstViolation.map { "first in trial \(HumanFormat.grouped($0))" },
      "in \(Self.seconds(wallNanoseconds))" + placeOfRace,
    ].compactMap(\.self).joined(separator: ", ")
  }

  private var placeOfRace: String {
    guard let nanosecondsInCopies, !isHung else { return "" }
    return " in this process, after copies of it, which lack the threads of Dispatch and of unstructured tasks, had"
      + " hung for \(Self.seconds(nanosecondsInCopies)) (isolation .inProcess saves that time)"
  }

  private static func seconds(_ nanoseconds: UInt64) -> String {
    let tenths = (nanoseconds + 50_000_000) / 100_000_000
    return "\(tenths / 10).\(tenths % 10) s"
  }

  private var silence: String {
    (isJudged ? "as expected" : "one instance")
      + " in each of \(HumanFormat.counted(trials, "trial"))\(listed(expected: true))"
  }

  private var assurance: String { control.map { ", while a known-broken accessor was caught in \(caught($0))" } ?? "" }

  private var reasonOfWeakness: String {
    if unfreshTrials > trials {
      return
        "\(unfreshTrials) of \(HumanFormat.counted(trials + unfreshTrials, "copy", "copies")) of this process had the"
        + " instance before the race, because the process had already asked for it"
    }
    if trials == 0 { return "no trial was completed" }
    if lacksInitialization {
      return "no initialization was seen, so the instance was made before the race, or its class does not call Probe"
    }
    if hasCommonOwner { return "several trials had the same owner, so they did not begin anew" }
    if hasCommonInstance { return "several trials had the same instance, so their owners did not make it" }
    return silence
      + (control.map {
        ", but a known-broken accessor was caught in only \(caught($0)), where \($0.neededTrials) are needed"
      } ?? "")
  }

  private func caught(_ control: Control) -> String {
    "\(HumanFormat.grouped(control.violatingTrials)) of \(HumanFormat.grouped(control.trials))"
  }

  private func times(_ count: UInt64) -> String { count == 1 ? "once" : "\(HumanFormat.grouped(count)) times" }
}
