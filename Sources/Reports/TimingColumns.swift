import Outcomes

/// How long accesses took, and the columns that later versions appended.
extension Column {
  static let ofTiming: [Column] = [
    nanoseconds("first_access_p50_ns", "First access to a fresh contended cell, median, in nanoseconds.") {
      $0.measured?.firstAccess?.p50
    },
    nanoseconds("first_access_p90_ns", "First access to a fresh contended cell, 90th percentile, in nanoseconds.") {
      $0.measured?.firstAccess?.p90
    },
    nanoseconds("first_access_p99_ns", "First access to a fresh contended cell, 99th percentile, in nanoseconds.") {
      $0.measured?.firstAccess?.p99
    },
    nanoseconds("first_access_max_ns", "First access to a fresh contended cell, the slowest, in nanoseconds.") {
      $0.measured?.firstAccess?.max
    },
    nanoseconds("access_min_ns", "One later access by one thread, the fastest batch, in nanoseconds.") {
      $0.measured?.access?.min
    },
    nanoseconds("access_p50_ns", "One later access by one thread, median over the batches, in nanoseconds.") {
      $0.measured?.access?.p50
    },
    nanoseconds("access_p90_ns", "One later access by one thread, 90th percentile over the batches, in nanoseconds.") {
      $0.measured?.access?.p90
    },
    nanoseconds("access_p99_ns", "One later access by one thread, 99th percentile over the batches, in nanoseconds.") {
      $0.measured?.access?.p99
    },
    nanoseconds("access_floor_ns", "The same loop without the strategy, in nanoseconds; never subtracted.") {
      $0.measured?.access?.floor
    },
    integer("access_batches", "Batches that the access figures come from.") { $0.measured?.access?.batches },
    integer("access_batch_size", "Accesses in a batch.") { $0.measured?.access?.batchSize },
  ]

  static let appended: [Column] = [
    nanoseconds(
      "first_access_winner_p50_ns", "First access of a caller that built the instance, median, in nanoseconds."
    ) {
      $0.measured?.firstAccess?.winnerP50
    },
    nanoseconds(
      "first_access_loser_p50_ns", "First access of a caller that waited or found it, median, in nanoseconds."
    ) {
      $0.measured?.firstAccess?.loserP50
    },
    count("refused", "Constructions that answered with a typed refusal.", .refused),
  ]
}
