import SingletonCore

extension FirstAccessTiming {
  /// Computes the quantiles of first accesses, or returns `nil` if there are no samples of them.
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
  /// Computes the quantiles of later accesses, or returns `nil` if samples of them or of the floor are missing.
  init?(_ samples: [TimingSample]) {
    func perAccess(_ kind: TimingSample.Kind) -> [Double] {
      samples.filter { $0.kind == kind }.map { Double($0.elapsedNanoseconds) / Double($0.operations) }.sorted()
    }
    let accesses = perAccess(.access)
    let floors = perAccess(.floor)
    guard let least = accesses.first, !floors.isEmpty else { return nil }
    let sizes = samples.filter { $0.kind == .access }.map { Double($0.operations) }.sorted()
    self.init()
    min = least
    p50 = quantile(0.5, ofSorted: accesses)
    p90 = quantile(0.9, ofSorted: accesses)
    p99 = quantile(0.99, ofSorted: accesses)
    floor = quantile(0.5, ofSorted: floors)
    batches = accesses.count
    batchSize = Int(quantile(0.5, ofSorted: sizes))
  }
}

/// Returns the smallest value that at least the given share of the sorted values do not exceed.
func quantile(_ share: Double, ofSorted values: [Double]) -> Double {
  values[min(values.count - 1, max(0, Int((share * Double(values.count)).rounded(.up)) - 1))]
}
