import SingletonStatistics

/// What is tried. Each kind of trial returns its tally.
struct Torture {
  let bench: Bench
  /// The root of the repository.
  let repository: String
  var random: SplitMix64
}
