import ModeledSynchronization
import SingletonCourse
import Testing

@testable import Exercises

/// What an exercise begins with and what it ends with, both as the checker sees them.
struct ExerciseCase: Sendable, CustomTestStringConvertible {
  let type: String
  let start: @Sendable () throws -> CheckResult
  let solution: @Sendable () throws -> CheckResult

  var testDescription: String { type }

  init<Start, Solution, First: AnyObject, Second: AnyObject>(
    _ start: @escaping @Sendable () -> Start, _ startAccess: @escaping @Sendable (Start) -> First?,
    _ solution: @escaping @Sendable () -> Solution, _ solutionAccess: @escaping @Sendable (Solution) -> Second?
  ) {
    type = "\(Start.self)"
    self.start = { try check(threads: 2...2, fresh: start, access: startAccess) }
    self.solution = { try check(threads: 2...3, fresh: solution, access: solutionAccess) }
  }

  static let all = [
    ExerciseCase({ Exercises.OneLook() }, { $0.shared }, { OneLook() }, { $0.shared }),
    ExerciseCase({ Exercises.LookOutside() }, { $0.shared }, { LookOutside() }, { $0.shared }),
    ExerciseCase({ Exercises.FlagFirst() }, { $0.shared }, { FlagFirst() }, { $0.shared }),
    ExerciseCase({ Exercises.RelaxedFlag() }, { $0.shared }, { RelaxedFlag() }, { $0.shared }),
    ExerciseCase({ Exercises.TwoLocks() }, { $0.shared }, { TwoLocks() }, { $0.shared }),
    ExerciseCase({ Exercises.LockIfAvailable() }, { $0.shared }, { LockIfAvailable() }, { $0.shared }),
    ExerciseCase({ Exercises.LoserKeepsOwn() }, { $0.shared }, { LoserKeepsOwn() }, { $0.shared }),
  ]
}

@Suite struct `Things to repair` {
  @Test func `each exercise is tried here`() {
    #expect(ExerciseCase.all.map(\.type) + ["WeakAndDestroyable"] == Exercise.all.map(\.type))
  }

  @Test(arguments: ExerciseCase.all) func `what an exercise begins with is refuted`(exercise: ExerciseCase) throws {
    let result = try exercise.start()
    #expect(!result.isProved && result.counterexample != nil, "\(result)")
  }

  @Test(arguments: ExerciseCase.all) func `the solution of an exercise is proved`(exercise: ExerciseCase) throws {
    let result = try exercise.solution()
    #expect(result.isProved, "\(result)")
  }
}
