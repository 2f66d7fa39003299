package import SingletonModelChecker
import SingletonTextFormats

extension OpenLoops {
  /// What leaves a verdict open, in words.
  ///
  /// - Parameter place: Returns the place of a loop's operation, such as `Images.swift:31`.
  package static func advice(_ loops: Set<Loop>, place: (_ sourceLine: UInt) -> String?) -> String {
    let loops = loops.sorted { ($0.sourceLine, $0.rounds ?? .max) < ($1.sourceLine, $1.rounds ?? .max) }
    let endings = loops.map { loop in
      let place = place(loop.sourceLine) ?? "an unknown line"
      return loop.rounds.map { "\(place) gives up after \(HumanFormat.counted($0, "round"))" }
        ?? "\(place) was still running after \(HumanFormat.grouped(OpenLoops.mostRounds)) rounds"
    }
    return
      "A loop has rounds that were not explored: \(endings.joined(separator: ", ")). What happens if its value changes"
      + " in one of these rounds is unknown. In the check, let it give up after at most \(OpenLoops.unrolledRounds)"
      + " rounds, or never."
  }
}
