import SingletonCore
import SingletonPlatform
import SingletonTextFormats

extension FieldFormat<Double> {
  static var sixDigits: FieldFormat { .real(.significant(6)) }
  static var nanoseconds: FieldFormat { .real(.decimals(3)) }
}

// MARK: - How long accesses took

extension StressColumns {
  static let firstAccess: [Column<StressRow>] = [
    first("first_access_p50_ns", "First access to a fresh contended cell, median, in nanoseconds.", \.p50),
    first("first_access_p90_ns", "First access to a fresh contended cell, 90th percentile, in nanoseconds.", \.p90),
    first("first_access_p99_ns", "First access to a fresh contended cell, 99th percentile, in nanoseconds.", \.p99),
    first("first_access_max_ns", "First access to a fresh contended cell, the slowest, in nanoseconds.", \.max),
    // These three columns are read only if the columns above contain values.
    Column(
      "first_access_winner_p50_ns", "First access of a caller that built the instance, median, in nanoseconds.",
      .nanoseconds, of: \.measured.created.firstAccess, \.winnerP50),
    Column(
      "first_access_loser_p50_ns", "First access of a caller that did not build it, median, in nanoseconds.",
      .nanoseconds, of: \.measured.created.firstAccess, \.loserP50),
    Column(
      "first_access_count", "First accesses by all threads, from which the first-access figures are computed.",
      .integer, of: \.measured.created.firstAccess, \.count),
  ]

  static let laterAccess: [Column<StressRow>] = [
    later("access_min_ns", "A later access, see access_p50_ns: the fastest quiet batch, in nanoseconds.", \.min),
    later("access_p90_ns", "A later access, 90th percentile over quiet batches, in nanoseconds.", \.p90),
    later("access_p99_ns", "A later access, 99th percentile over quiet batches, in nanoseconds.", \.p99),
    later(
      "access_floor_ns", "The same loop without the strategy in the same rounds, in nanoseconds; never subtracted.",
      \.floor),
    Column(
      "access_line_ns", "A cache line's way from one core to the next while all cores access, in nanoseconds.",
      .nanoseconds, of: \.measured.created.access, \.line),
    Column(
      "access_batches", "Quiet batches, from which the access figures are computed.", .integer,
      of: \.measured.created.access, \.batches),
    Column("access_batch_size", "Accesses in a batch.", .integer, of: \.measured.created.access, \.batchSize),
    allCores(
      "all_cores_access_p50_ns",
      "A later access while all cores access, each with one thread, median over quiet batches, in nanoseconds; empty if"
        + " the row has fewer threads than cores.", \.p50),
    allCores("all_cores_access_p90_ns", "The same, 90th percentile, in nanoseconds.", \.p90),
    allCores("all_cores_floor_ns", "The same loop without the strategy, in nanoseconds; never subtracted.", \.floor),
    states(
      "all_cores_fast_ns",
      "The median of the faster batches of all_cores_access if there are two states, one at least four times the other, in"
        + " nanoseconds; otherwise empty.", .nanoseconds, \.fast),
    states("all_cores_slow_ns", "The median of the slower batches, in nanoseconds.", .nanoseconds, \.slow),
    states("all_cores_slow_share", "The share of the slower batches, 0 to 1.", .sixDigits, \.slowShare),
  ]

  static let instructions: [Column<StressRow>] =
    counted(
      "access", "A later access by one thread, stepped through", \.measured.created.counts.created.later, \.laterMost)
    + counted(
      "first_access", "The first access in a process, by one thread, stepped through",
      \.measured.created.counts.created.first, \.firstMost)
    + [
      Column(
        "counts_remark", "Why a count of instructions is missing, or that two later accesses differ.", .text
      ) {
        $0.measured?.counts?.remark
      } set: {
        if let remark = $1 { $0.measured.created.counts.created.remark = remark }
      }
    ]

  private static func counted(
    _ access: String, _ summary: String, _ path: any WritableKeyPath<StressRow, InstructionCount?> & Sendable,
    _ most: any WritableKeyPath<AccessCounts, UInt64?> & Sendable
  ) -> [Column<StressRow>] {
    func column(
      _ name: String, _ meaning: String, _ count: any WritableKeyPath<InstructionCount, UInt64> & Sendable
    ) -> Column<StressRow> {
      Column("\(access)_\(name)", "\(summary): \(meaning).", .integer, of: path, count)
    }
    return [
      column("instructions", "all instructions", \.instructions),
      column("atomics", "instructions that lock memory", \.atomics),
      column("calls", "calls", \.calls),
      column("system_calls", "system calls", \.systemCalls),
      Column(
        "\(access)_instructions_most",
        "The largest number of instructions if two processes have counted different ones, of which"
          + " \(access)_instructions is the least; such an access is not judged.", .integer,
        of: \.measured.created.counts, most),
    ]
  }

  private static func first(
    _ name: String, _ summary: String, _ path: any WritableKeyPath<FirstAccessTiming, Double> & Sendable
  ) -> Column<StressRow> {
    Column(name, summary, .nanoseconds, of: \.measured.created.firstAccess, path)
  }

  private static func allCores(
    _ name: String, _ summary: String, _ path: any WritableKeyPath<AccessTiming, Double> & Sendable
  ) -> Column<StressRow> {
    Column(name, summary, .nanoseconds, of: \.measured.created.allCoresAccess, path)
  }

  private static func states(
    _ name: String, _ summary: String, _ format: FieldFormat<Double>,
    _ path: any WritableKeyPath<AccessTiming.States, Double> & Sendable
  ) -> Column<StressRow> {
    Column(name, summary, format, of: \.allCoresStates, path)
  }

  static func later(
    _ name: String, _ summary: String, _ path: any WritableKeyPath<AccessTiming, Double> & Sendable
  ) -> Column<StressRow> {
    Column(name, summary, .nanoseconds, of: \.measured.created.access, path)
  }
}

extension StressRow {
  fileprivate var allCoresStates: AccessTiming.States? {
    get { measured?.allCoresAccess?.states }
    set { measured?.allCoresAccess?.states = newValue }
  }
}

extension Measurements: RowPart {}
extension FirstAccessTiming: RowPart {}
extension AccessTiming: RowPart {}
extension AccessTiming.States: RowPart {}
extension AccessCounts: RowPart {}
extension InstructionCount: RowPart {}
