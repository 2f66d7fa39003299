import SingletonCore

extension FirstAccessTiming {
  /// Computes the quantiles of first accesses, or returns `nil` if there are no samples of first accesses.
  init?(_ samples: [TimingSample]) {
    func sorted(_ kinds: TimingSample.Kind...) -> [Double] {
      samples.filter { kinds.contains($0.kind) }.map { Double($0.elapsedNanoseconds) }.sorted()
    }
    let all = sorted(.firstWinner, .firstLoser)
    guard let largest = all.last else { return nil }
    let winners = sorted(.firstWinner)
    let losers = sorted(.firstLoser)
    self.init()
    count = all.count
    p50 = quantile(0.5, ofSorted: all)
    p90 = quantile(0.9, ofSorted: all)
    p99 = quantile(0.99, ofSorted: all)
    max = largest
    winnerP50 = winners.isEmpty ? nil : quantile(0.5, ofSorted: winners)
    loserP50 = losers.isEmpty ? nil : quantile(0.5, ofSorted: losers)
  }
}

extension AccessTiming {
  /// Computes the quantiles of later accesses in the quietest rounds.
  ///
  /// - Returns: `nil` if there are no samples of accesses or of the empty loop.
  init?(
    _ samples: [TimingSample], _ accessKind: TimingSample.Kind, over floorKind: TimingSample.Kind, threads: Int
  ) {
    func perOperation(_ kind: TimingSample.Kind) -> [Double] {
      samples.filter { $0.kind == kind }.map(\.nanosecondsPerOperation)
    }
    // If a process ended in the middle of a round, samples of that round are missing.
    let all = samples.filter { $0.kind == accessKind }
    let floors = perOperation(floorKind)
    let rounds = Swift.min(all.count, floors.count) / threads
    guard rounds > 0 else { return nil }
    let places = QuietRounds.quietest(of: floors, rounds: rounds, threads: threads)
    let chosen = places.flatMap { $0 * threads..<($0 + 1) * threads }
    let accesses = chosen.map { all[$0].nanosecondsPerOperation }.sorted()
    self.init()
    min = accesses[0]
    p50 = quantile(0.5, ofSorted: accesses)
    p90 = quantile(0.9, ofSorted: accesses)
    p99 = quantile(0.99, ofSorted: accesses)
    states = States(ofSorted: accesses)
    floor = quantile(0.5, ofSorted: chosen.map { floors[$0] }.sorted())
    let ways = threads == 1 ? [] : perOperation(.line).sorted()
    line = ways.isEmpty ? nil : quantile(0.5, ofSorted: ways)
    batches = accesses.count
    batchSize = Int(quantile(0.5, ofSorted: chosen.map { Double(all[$0].operations) }.sorted()))
  }
}

extension TimingSample {
  /// It has the digits of the report, or a figure could be rounded differently on the screen and on the report's page.
  fileprivate var nanosecondsPerOperation: Double {
    (1_000 * Double(elapsedNanoseconds) / Double(operations)).rounded() / 1_000
  }
}

extension AccessTiming.States {
  /// Batches count as a slower state only if they take at least this many times as long as the fastest tenth.
  private static let distance = 4.0
  /// The smallest share of the batches that counts as a state. Fewer batches hardly change a median.
  private static let leastShare = 0.02

  /// Finds the two states, or returns `nil` if nearly all batches are in one state.
  fileprivate init?(ofSorted times: [Double]) {
    let limit = Self.distance * quantile(0.1, ofSorted: times)
    let slowTimes = times.filter { $0 > limit }
    let share = Double(slowTimes.count) / Double(times.count)
    guard share >= Self.leastShare else { return nil }
    self.init()
    fast = quantile(0.5, ofSorted: Array(times.dropLast(slowTimes.count)))
    slow = quantile(0.5, ofSorted: slowTimes)
    slowShare = share
  }
}

/// Returns the smallest of the sorted values that at least the given share of them does not exceed.
func quantile(_ share: Double, ofSorted values: [Double]) -> Double {
  values[min(values.count - 1, max(0, Int((share * Double(values.count)).rounded(.up)) - 1))]
}
