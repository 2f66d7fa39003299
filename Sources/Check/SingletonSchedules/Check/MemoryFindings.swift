import CSingletonSchedules
import SingletonPlatform
import SingletonStrategyKit

/// Two accesses that nothing orders, in the schedule that is drawn.
struct ScheduleRace {
  struct Access {
    let line: SourceLine
    let writes: Bool
    /// The index of its step.
    let step: Int

    var verb: String { writes ? "writes" : "reads" }
    /// What the access does, as a step tells of it.
    var note: String { "\(verb) at \(line.place ?? "a place without debug information")" }
  }

  let accesses: [Access]

  /// Creates the race of a replayed schedule, or returns `nil` if it has none.
  init?(_ race: cs_race) {
    guard race.first != 0 else { return nil }
    accesses = [
      Access(line: SourceLine.ofAccess(race.first), writes: race.first_writes, step: Int(race.first_step) - 1),
      Access(line: SourceLine.ofAccess(race.second), writes: race.second_writes, step: Int(race.second_step) - 1),
    ]
  }

  /// - Parameter task: Returns the task of a step.
  func sentence(task: (Int) -> Int) -> String {
    let who = accesses.map { "task \(task($0.step)) \($0.verb)" }
    let places = accesses.compactMap(\.line.place)
    let lines = places.count == 2 ? " (\(places[0]) and \(places[1]))" : ""
    return "\(who[0]) and \(who[1]) it, and nothing orders the two: a data race\(lines)"
  }
}

extension cs_doubt {
  /// Why a search decides nothing, or `nil` if this is no reason.
  var reason: String? {
    switch kind {
    case cs_doubt_sections:
      "a job uses a lock or an atomic after another one, or holds one\(at(first)), where no other job can come between in a"
        + " check, as in the initializer of a static let or a cancellation handler; check the accessor with threads, too"
    case cs_doubt_fence:
      "a job has a memory fence\(at(first)), whose effect is not followed; check the accessor with threads, too"
    case cs_doubt_relaxed:
      "a relaxed access may read an older value\(at(first)), and a check of tasks has the newest of each atomic; check the"
        + " accessor with threads, too"
    case cs_doubt_release:
      "a Mutex is taken\(at(first)) and given back by code that is not compiled for a check; compile all code that uses it so"
    case cs_doubt_race:
      "nothing that is followed orders two accesses to the same memory\(at(first, second)), and something else may, such as"
        + " a cancellation handler, a queue, or the count of references to a collection; check the accessor with threads, too"
    case cs_doubt_unseen:
      "nothing that is followed orders two accesses to the same memory\(at(first, second)), at least one of them by code that is"
        + " not compiled for a check, such as a function of a library; compile all code that uses it so, or check the accessor"
        + " with threads, too"
    case cs_doubt_ticks: "a job reads the clock of the processor\(at(first)), which tells no virtual time"
    case cs_doubt_cancellation:
      "a job resumes a task while it holds a lock\(at(first)) that a cancellation handler takes, so that each may wait for the"
        + " other forever within the runtime; resume after the lock is given back"
    default: nil
    }
  }

  private func at(_ codes: UInt...) -> String {
    let places = codes.filter { $0 != 0 }.compactMap { SourceLine.ofAccess($0).place }
    return places.isEmpty ? "" : " (\(places.joined(separator: " and ")))"
  }
}

extension SourceLine {
  /// Returns the line of an access. The compiler gives some of them no line; theirs is that of the code before in the same
  /// function. Code into which the compiler has merged several functions has the lines of one of them, perhaps another one.
  static func ofAccess(_ code: UInt) -> SourceLine {
    let function = FunctionName.whole(at: code - 1)
    if function?.hasPrefix("merged ") == true { return .unknown }
    let place = stride(from: code, to: code - 1024, by: -8).first { CodeLines[$0].file != nil }
    return place.map { $0 == code || FunctionName.whole(at: $0 - 1) == function ? CodeLines[$0] : .unknown } ?? .unknown
  }
}
