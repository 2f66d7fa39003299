package import SingletonCore
package import SingletonTextFormats

/// The columns of a comparison in CSV and JSON.
package enum ComparisonColumns {
  /// The version of the columns, which increases when the meaning of a column changes but not when a column is
  /// appended.
  static let schemaVersion: UInt64 = 2

  package static let all: [Column<ComparisonRow>] = [version] + ofGroup + ofVerdict + ofSides + ofTime

  private static let version = Column<ComparisonRow>.integer(
    "schema_version", "Version of the columns' meaning; \(schemaVersion)."
  ) { _ in schemaVersion }

  private static let ofGroup: [Column<ComparisonRow>] = [
    .text("strategy", "The strategy's id.") { $0.key.strategy },
    .text("scenario", "What the callers of one trial do.") { $0.key.scenario },
    .integer("threads", "Threads that call at the same time.") { $0.key.threads },
    .text("engine", "Where the threads come from.") { $0.key.threadSource },
    .text("initializer_cost", "What the initializer does besides.") { $0.key.initializerCost },
    .text("placement", "Where the threads were to run.") { $0.key.placement },
  ]

  private static let ofVerdict: [Column<ComparisonRow>] = [
    .text("verdict", GroupChange.allCases.map(\.rawValue).joined(separator: ", ") + ".") { $0.verdict.rawValue },
    .text("why", "The reason, in one sentence.") { $0.why },
  ]

  private static let ofSides: [Column<ComparisonRow>] =
    side("old", "the old side") { $0.old } + side("new", "the new side") { $0.new }

  private static func side(
    _ name: String, _ words: String, _ summary: @escaping @Sendable (ComparisonRow) -> GroupSummary?
  ) -> [Column<ComparisonRow>] {
    [
      .integer("\(name)_replicates", "Replicates of \(words) that ran.") { summary($0).map { UInt64($0.replicates) } },
      .text("\(name)_grade", "Worst grade of \(words).") { summary($0)?.grade?.rawValue },
      .integer("\(name)_trials", "Trials of \(words).") { summary($0)?.trials },
      .integer("\(name)_violating_trials", "Trials of \(words) that broke the promise.") {
        summary($0)?.violatingTrials
      },
      .real(
        "\(name)_rate_low", "Lower end of the 95% interval of \(words)'s violation rate, over six replicates or more.",
        .significant(6)
      ) {
        summary($0)?.rates?.interval?.lowerBound
      },
      .real(
        "\(name)_rate_high", "Upper end of the 95% interval of \(words)'s violation rate, over six replicates or more.",
        .significant(6)
      ) {
        summary($0)?.rates?.interval?.upperBound
      },
      .real("\(name)_access_p50_ns", "Median over the replicates of \(words), nanoseconds.", .decimals(3)) {
        summary($0)?.access
      },
    ]
  }

  private static let ofTime: [Column<ComparisonRow>] = [
    .text("time", "slower, faster, same or not judged; empty where times are not compared.") {
      $0.time?.direction.rawValue
    },
    .real(
      "time_ratio",
      "time_new over time_old; 1 if the ratios in ns and over the floor are on both sides of 1.",
      .significant(6)
    ) {
      $0.time?.ratio
    },
    .real("time_ratio_low", "Lower one-sided 95% bound of the ratio, where a verdict needed it.", .significant(6)) {
      $0.time?.lowerBound
    },
    .real("time_p", "p of the rank sum test, adjusted for the number of rows.", .significant(6)) { $0.time?.adjustedP },
    .real("gate_percent", "Percent above which a row is slower; empty without a gate.", .significant(6)) {
      $0.time?.gate
    },
    .text(
      "time_measure",
      "What time_old and time_new are in, whichever changed least: ns, floor (multiples of the same loop without the"
        + " strategy) or line (of a cache line's way)."
    ) {
      $0.time?.medians.decisive?.measure.rawValue
    },
    .real("time_old", "Old median in the states of the machine that both sides have.", .significant(6)) {
      $0.time?.medians.decisive?.old
    },
    .real("time_new", "New median in the states of the machine that both sides have.", .significant(6)) {
      $0.time?.medians.decisive?.new
    },
  ]
}
