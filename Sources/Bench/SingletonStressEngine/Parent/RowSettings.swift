package import SingletonArgumentParsing
import SingletonPlatform

/// The settings of one row. A child process receives them as the options that `run` accepts.
package struct RowSettings: Equatable, Sendable {
  package var time = Duration.milliseconds(12)
  /// The number of trials after which a row ends, or `nil` if ``time`` decides.
  package var trials: UInt64?
  /// Whether a row ends with the first sweep that shows its defect, to measure how long that takes. Such a row does not
  /// go on to count how often the defect appears, does not exceed its time, and does not time accesses.
  package var endsOnceShown = false
  /// The time without progress after which a row counts as hung.
  package var timeout = Duration.seconds(10)
  /// Whether accesses are not timed.
  package var skipsTimes = false
  /// Whether the instructions of accesses are counted, in rows whose later accesses are timed. Children do not receive
  /// this setting.
  package var countsInstructions = false

  package init() {}

  /// The command-line options for these settings, which `run` and its children both parse.
  package static var options: [Option<RowSettings>] {
    let defaults = RowSettings()
    return [
      Option(
        "--time", .duration, sets: \.time,
        "measuring time per row (50ms, 1s); as little as a tenth once the expected defect is shown, up to 10x until"
          + " then",
        default: DurationFormat.text(defaults.time)),
      Option(
        "--trials", .wholeNumber(in: 1...1_000_000_000_000), sets: \.trials,
        "run N trials per row instead of measuring for a time"),
      Option(
        "--timeout", .duration, sets: \.timeout, "a row without progress for this long counts as hung",
        default: DurationFormat.text(defaults.timeout)),
      Option(flag: "--no-times", sets: \.skipsTimes, "do not time accesses, only count outcomes and instructions"),
    ]
  }
}
