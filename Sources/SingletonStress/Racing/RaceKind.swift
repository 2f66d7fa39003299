/// The kinds of races.
@usableFromInline
enum RaceKind: Sendable {
  /// Many trials in a process.
  case manyTrials
  /// Many trials in a process, of an accessor that is awaited.
  case awaitedTrials
  /// One trial in each process.
  case oneTrialPerProcess
}
