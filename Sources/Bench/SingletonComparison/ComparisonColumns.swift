import SingletonCore
import SingletonPlatform
import SingletonReports
package import SingletonTextFormats

package enum ComparisonColumns {
  /// The version of the columns. It increases when the meaning of a column changes, but not when a column is added or
  /// moved.
  static let schemaVersion: UInt64 = 2

  /// All columns in order. Those that a person reads first come first, and those that are the same in most rows come
  /// last.
  package static let all: [Column<ComparisonRow>] =
    ofGroup + ofVerdict + side("old") { $0.old } + side("new") { $0.new } + ofCounts + ofTime + ofSettings
    + [.schemaVersion(schemaVersion)]

  private static let ofGroup: [Column<ComparisonRow>] = [
    Column("strategy", "The strategy's id.", .text) { $0.key.strategy },
    Column("form", "What ran: the strategy on the harness's primitives (harness), or its listing (plain).", .form) {
      $0.key.form
    },
    Column("scenario", "What the callers of one trial do.", .text) { $0.key.scenario },
    Column("threads", "Threads that call at the same time.", .integer) { $0.key.threads },
  ]

  private static let ofSettings: [Column<ComparisonRow>] = [
    Column("engine", "Where the threads come from.", .threadSource) { $0.key.threadSource },
    Column("initializer_cost", "The additional work of the initializer.", .initializerCost) { $0.key.initializerCost },
    Column("placement", "The requested placement of the threads.", .placement) { $0.key.placement },
  ]

  private static let ofVerdict: [Column<ComparisonRow>] = [
    Column("verdict", GroupChange.allCases.map(\.rawValue).joined(separator: ", ") + ".", .choice) {
      $0.verdict
    },
    Column("why", "The reason, in one sentence.", .text) { $0.why },
  ]

  private static func side(
    _ name: String, _ group: @escaping @Sendable (ComparisonRow) -> ReplicateGroup?
  ) -> [Column<ComparisonRow>] {
    let interval = "of the 95% interval of the \(name) side's violation rate, over six replicates or more."
    return [
      count(name, "instructions", "Instructions", group) { $0.instructions },
      count(name, "atomics", "Instructions that lock memory", group) { $0.atomics },
      count(name, "calls", "Calls", group) { $0.calls },
      count(name, "system_calls", "System calls", group) { $0.systemCalls },
      Column("\(name)_replicates", "Replicates of the \(name) side that ran.", .integer) { group($0)?.replicates },
      Column("\(name)_grade", "Worst grade of the \(name) side.", .choice) { group($0)?.grade },
      Column("\(name)_trials", "Trials of the \(name) side.", .integer) { group($0)?.trials },
      Column("\(name)_violating_trials", "Trials of the \(name) side that broke the promise.", .integer) {
        group($0)?.violatingTrials
      },
      Column("\(name)_rate_low", "Lower end \(interval)", sixDigits) { group($0)?.rates?.interval?.lowerBound },
      Column("\(name)_rate_high", "Upper end \(interval)", sixDigits) { group($0)?.rates?.interval?.upperBound },
      Column(
        "\(name)_access_p50_ns", "Median over the replicates of the \(name) side, nanoseconds.", .real(.decimals(3))
      ) {
        group($0)?.access
      },
    ]
  }

  private static func count(
    _ side: String, _ name: String, _ meaning: String,
    _ group: @escaping @Sendable (ComparisonRow) -> ReplicateGroup?,
    _ count: @escaping @Sendable (InstructionCount) -> UInt64
  ) -> Column<ComparisonRow> {
    Column("\(side)_access_\(name)", "\(meaning) of a later access on the \(side) side; empty if they vary.", .integer)
    {
      group($0)?.laterAccess.exact.map(count)
    }
  }

  private static let ofCounts: [Column<ComparisonRow>] = [
    Column(
      "counts",
      "Instructions of an access: more, fewer, same or not judged; empty if neither side has counts of instructions.",
      .choice
    ) {
      $0.counts?.direction
    }
  ]

  private static let ofTime: [Column<ComparisonRow>] = [
    Column("time", "A later access: slower, faster, same or not judged; empty where times are not compared.", .choice) {
      $0.time?.direction
    },
    Column(
      "time_ratio", "time_new over time_old; 1 if the ratios in ns and over the floor are on both sides of 1.",
      sixDigits
    ) {
      $0.time?.ratio
    },
    Column("gate_percent", "Percent above which a row is slower; empty without a gate.", sixDigits) { $0.time?.gate },
    Column(
      "time_measure",
      "The unit of time_old and time_new, whichever changed least: ns, or floor (multiples of the same loop without the"
        + " strategy).", .choice
    ) {
      $0.time?.medians.decisive?.measure
    },
    Column("time_old", "Median over the replicates of the old side.", sixDigits) {
      $0.time?.medians.decisive?.old
    },
    Column("time_new", "Median over the replicates of the new side.", sixDigits) { $0.time?.medians.decisive?.new },
    Column("time_old_low", "Lower end of the 95% interval of time_old, over six replicates or more.", sixDigits) {
      $0.time?.medians.decisive?.oldInterval?.lowerBound
    },
    Column("time_old_high", "Upper end of the 95% interval of time_old.", sixDigits) {
      $0.time?.medians.decisive?.oldInterval?.upperBound
    },
    Column("time_new_low", "Lower end of the 95% interval of time_new.", sixDigits) {
      $0.time?.medians.decisive?.newInterval?.lowerBound
    },
    Column("time_new_high", "Upper end of the 95% interval of time_new.", sixDigits) {
      $0.time?.medians.decisive?.newInterval?.upperBound
    },
  ]
}

private let sixDigits = FieldFormat<Double>.real(.significant(6))

extension JSON {
  /// Returns a comparison as one object.
  ///
  /// - Parameter notes: Notes that concern the whole comparison.
  package static func comparison(of rows: [ComparisonRow], notes: [String]) -> JSON {
    [
      "schema_version": .number(ComparisonColumns.schemaVersion),
      "counts": .object(
        GroupChange.allCases.map { verdict in
          (key: verdict.rawValue, value: .number(rows.count { $0.verdict == verdict }))
        }),
      "notes": .array(notes.map(JSON.string)),
      "rows": .rows(rows, ComparisonColumns.all),
    ]
  }
}
