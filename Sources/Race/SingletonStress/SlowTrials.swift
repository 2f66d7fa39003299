import SingletonPlatform

/// A race that had time for few trials because each takes long: the initializer waits for something, or the machine is busy.
struct SlowTrials {
  /// The mean time of a trial.
  let mean: Duration
  /// The setting with which the control would probably be caught often enough; `nil` if it was not caught at all.
  let time: Duration?

  /// Creates a value if the trials take 5 ms or more. On an idle machine, those of a quick accessor take microseconds.
  ///
  /// - Parameters:
  ///   - duration: The time of the race.
  ///   - setting: The time that was asked for; the longest time is a multiple of it.
  init?(trials: UInt64, control: StressResult.Control, duration: Duration, setting: Duration, longest: Duration) {
    guard trials > 0, duration / Int(trials) >= .milliseconds(5) else { return nil }
    mean = duration / Int(trials)
    guard control.violatingTrials > 0 else {
      time = nil
      return
    }
    // A quarter more than this rate needs.
    let needed = duration * Int(control.neededTrials) / Int(control.violatingTrials) * 5 / 4
    time = setting * (needed / longest)
  }

  init?(_ result: StressResult) {
    guard let control = result.control else { return nil }
    self.init(
      trials: result.trials, control: control, duration: result.duration, setting: result.settings.duration,
      longest: result.longestDuration)
  }

  /// - Parameter command: The command that runs the race again, if it is known.
  func advice(_ command: String?) -> String {
    let few =
      "A trial takes \(Int(mean / .milliseconds(1))) ms, because the initializer waits or other work keeps the cores busy, so"
      + " there was time for few"
    guard let time else { return few + "; let it wait less in the test, or try again when that work has ended" }
    let look = "STRESS_TIME=\(Int((time / .seconds(1)).rounded(.up)))s"
    return few + ". To look longer: " + [look, command].compactMap(\.self).joined(separator: " ")
  }
}
