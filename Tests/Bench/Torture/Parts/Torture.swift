import Foundation
import SingletonStatistics

/// What is tried. Each kind of trial returns its tally.
struct Torture {
  let bench: Bench
  /// The root of the repository.
  let repository: String
  /// The library that lets system calls fail, or an empty text if there is none.
  let library: String
  var random: SplitMix64
}

extension Torture {
  /// The parts, by the names of `scripts/torture --only`.
  enum Part: String, CaseIterable {
    case kills, signals, stops, executables, faults, limits, containers, places, several, files, huge, texts, searches,
      counts
  }

  /// Tries a part.
  ///
  /// - Parameter scale: How often; 1 takes some seconds.
  mutating func run(_ part: Part, scale: Int) throws -> [Tally] {
    switch part {
    case .kills: [try kills(.short, count: 2 * scale), try kills(.long, count: scale)]
    case .signals:
      [
        try signals(SIGINT, .short, count: 2 * scale), try signals(SIGINT, .long, count: scale),
        try signals(SIGTERM, .short, count: 2 * scale), try signals(SIGTERM, .long, count: scale),
        try ignoredInterrupts(count: scale), try hangups(count: scale), try timeouts(count: scale),
      ]
    case .stops: [try stops(count: scale), try killedChildren(count: scale)]
    case .executables: [try lostExecutables(count: scale)]
    case .faults: [try faults(count: 10 * scale)]
    case .limits: [try limits(count: 4 * scale), try otherLimits(count: scale)]
    case .containers: try containers(count: scale)
    case .places:
      [
        try fullDisks(count: scale), try streamsAndFolders(count: scale), try withoutProc(count: scale),
        try paths(count: 2 * scale), try narrowTerminals(count: scale),
      ]
    case .several: [try severalAtOnce(count: scale)]
    case .files: try readers(count: 30 * scale)
    case .huge: [try hugeFiles(count: scale)]
    case .texts: [try hostileTexts(count: 10 * scale)]
    case .searches: [try interruptedSearches(count: scale), try searchLimits(count: scale)]
    case .counts: [try counting(count: (scale + 4) / 5)]
    }
  }
}
