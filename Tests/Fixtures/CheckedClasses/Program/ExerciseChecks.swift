import SingletonCheck

@testable import Exercises
@testable import Solutions

/// What each exercise begins with, and what it ends with.
let exerciseChecks: [NamedCheck] =
  exercise("OneLook", Exercises.OneLook.init, { $0.shared }, Solutions.OneLook.init, { $0.shared })
  + exercise("LookOutside", Exercises.LookOutside.init, { $0.shared }, Solutions.LookOutside.init, { $0.shared })
  + exercise("FlagFirst", Exercises.FlagFirst.init, { $0.shared }, Solutions.FlagFirst.init, { $0.shared })
  + exercise("RelaxedFlag", Exercises.RelaxedFlag.init, { $0.shared }, Solutions.RelaxedFlag.init, { $0.shared })
  + exercise("TwoLocks", Exercises.TwoLocks.init, { $0.shared }, Solutions.TwoLocks.init, { $0.shared })
  + exercise(
    "LockIfAvailable", Exercises.LockIfAvailable.init, { $0.shared }, Solutions.LockIfAvailable.init, { $0.shared })
  + exercise("LoserKeepsOwn", Exercises.LoserKeepsOwn.init, { $0.shared }, Solutions.LoserKeepsOwn.init, { $0.shared })

private func exercise<Start, Solution, First: AnyObject, Second: AnyObject>(
  _ type: String, _ start: @escaping () -> Start, _ startAccess: @escaping (borrowing Start) -> First?,
  _ solution: @escaping () -> Solution, _ solutionAccess: @escaping (borrowing Solution) -> Second?
) -> [NamedCheck] {
  [
    (type, { try check(threads: $0, under: $1, fresh: start, access: startAccess) }),
    (type + "-solved", { try check(threads: $0, under: $1, fresh: solution, access: solutionAccess) }),
  ]
}
