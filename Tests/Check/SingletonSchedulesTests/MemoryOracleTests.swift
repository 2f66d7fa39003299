import Foundation
import InstrumentedTasks
import SingletonStatistics
import Testing

@testable import SingletonSchedules

extension Access {
  /// What excludes others of the same kind at the same time.
  fileprivate enum Guard {
    case actor, other, lock
  }

  fileprivate enum Variable {
    case first, second, built
  }

  /// What is accessed that may be written. That a `static let` is built orders nothing else.
  fileprivate var variable: Variable? {
    switch self {
    case .hop, .hopOther, .once, .onceMore: nil
    case .readSecond, .writeSecond, .readSecondOnActor, .writeSecondInChild: .second
    case .writeOnce: .built
    default: .first
    }
  }

  fileprivate var writes: Bool {
    switch self {
    case .write, .writeOnActor, .writeOnOther, .writeLocked, .writeInTask, .writeInAwaitedTask, .writeSecond,
      .writeSecondInChild, .writeOnce:
      true
    default: false
    }
  }

  fileprivate var isGuardedBy: Guard? {
    switch self {
    case .readOnActor, .writeOnActor, .readSecondOnActor: .actor
    case .readOnOther, .writeOnOther: .other
    case .readLocked, .writeLocked: .lock
    default: nil
    }
  }

  /// Whether two accesses of tasks that do not wait for one another are a race.
  fileprivate func races(with other: Access) -> Bool {
    variable != nil && variable == other.variable && (writes || other.writes)
      && (isGuardedBy == nil || isGuardedBy != other.isGuardedBy)
  }
}

@Suite(.enabled(if: ScheduleCheck.obstacle == nil))
struct MemoryOracleTests {
  /// The number of random programs. `ORACLE_PROGRAMS` in the environment asks for more of them.
  private static let count = ProcessInfo.processInfo.environment["ORACLE_PROGRAMS"].flatMap { Int($0) } ?? 12

  /// A program for each of two tasks. First those whose races are lost where equal memory is taken for an equal state,
  /// whatever order has led to it.
  private static let programs: [[[Access]]] = {
    var random = SplitMix64(seed: 6)
    let lost: [[[Access]]] = [
      [[.readOnOther], [.hopOther, .writeInAwaitedTask, .writeOnOther]],
      [[.readSecondOnActor], [.readOnActor, .writeSecond, .readOnActor]],
    ]
    return lost
      + (0..<count).map { _ in
        (0..<2).map { _ in
          (0..<Int.random(in: 1...3, using: &random)).map { _ in Access.allCases.randomElement(using: &random)! }
        }
      }
  }()

  /// Whether accesses of the two tasks race, or those of a task and of one that it starts and does not wait for.
  private static func race(_ programs: [[Access]]) -> Bool {
    programs[0].contains { first in programs[1].contains { first.races(with: $0) } }
      || programs.contains { program in
        program.indices.contains { start in
          program[start] == .writeInTask && program[(start + 1)...].contains { $0.races(with: .writeInTask) }
        }
      }
  }

  @Test(arguments: programs.indices)
  func `A race is found if two accesses of generated programs race, and no other`(index: Int) async throws {
    let programs = Self.programs[index]
    let result = try await check(tasks: 2, fresh: { Generated(programs) }, access: { await $0.run() })
    #expect(result.findings == (Self.race(programs) ? [.race] : []), "\(programs): \(result)")
    let usesLocks = programs.joined().contains { $0.isGuardedBy == .lock }
    #expect(usesLocks || result.isProved != Self.race(programs), "\(programs): \(result)")
  }
}
