import Outcomes

/// How long accesses took, and the columns that later versions appended.
extension StressColumns {
  static let ofTiming: [Column<StressRow>] = [
    nanoseconds(
      "first_access_p50_ns", "First access to a fresh contended cell, median, in nanoseconds.",
      { $0.firstAccessP50 = $1 }
    ) {
      $0.measured?.firstAccess?.p50
    },
    nanoseconds(
      "first_access_p90_ns", "First access to a fresh contended cell, 90th percentile, in nanoseconds.",
      { $0.firstAccessP90 = $1 }
    ) {
      $0.measured?.firstAccess?.p90
    },
    nanoseconds(
      "first_access_p99_ns", "First access to a fresh contended cell, 99th percentile, in nanoseconds.",
      { $0.firstAccessP99 = $1 }
    ) {
      $0.measured?.firstAccess?.p99
    },
    nanoseconds(
      "first_access_max_ns", "First access to a fresh contended cell, the slowest, in nanoseconds.",
      { $0.firstAccessMax = $1 }
    ) {
      $0.measured?.firstAccess?.max
    },
    nanoseconds(
      "access_min_ns", "One later access by one thread, the fastest batch, in nanoseconds.", { $0.accessMin = $1 }
    ) {
      $0.measured?.access?.min
    },
    nanoseconds(
      "access_p50_ns", "One later access by one thread, median over the batches, in nanoseconds.", { $0.accessP50 = $1 }
    ) {
      $0.measured?.access?.p50
    },
    nanoseconds(
      "access_p90_ns", "One later access by one thread, 90th percentile over the batches, in nanoseconds.",
      { $0.accessP90 = $1 }
    ) {
      $0.measured?.access?.p90
    },
    nanoseconds(
      "access_p99_ns", "One later access by one thread, 99th percentile over the batches, in nanoseconds.",
      { $0.accessP99 = $1 }
    ) {
      $0.measured?.access?.p99
    },
    nanoseconds(
      "access_floor_ns", "The same loop without the strategy, in nanoseconds; never subtracted.",
      { $0.accessFloor = $1 }
    ) {
      $0.measured?.access?.floor
    },
    integer("access_batches", "Batches that the access figures come from.", .integer({ $0.accessBatches = $1 })) {
      $0.measured?.access?.batches
    },
    integer("access_batch_size", "Accesses in a batch.", .integer({ $0.accessBatchSize = $1 })) {
      $0.measured?.access?.batchSize
    },
  ]

  static let appended: [Column<StressRow>] = [
    nanoseconds(
      "first_access_winner_p50_ns", "First access of a caller that built the instance, median, in nanoseconds.",
      { $0.firstAccessWinnerP50 = $1 }
    ) {
      $0.measured?.firstAccess?.winnerP50
    },
    nanoseconds(
      "first_access_loser_p50_ns", "First access of a caller that waited or found it, median, in nanoseconds.",
      { $0.firstAccessLoserP50 = $1 }
    ) {
      $0.measured?.firstAccess?.loserP50
    },
    count("refused", "Constructions that answered with a typed refusal.", .refused),
    nanoseconds(
      "clock_resolution_ns", "Least step of the clock that timed the row, in nanoseconds.", { $0.clockResolution = $1 }
    ) {
      $0.run.clockResolution
    },
  ]
}
