internal import CSingletonPlatform
import SingletonPlatform
import SingletonStrategyKit
import SingletonTrialRuntime

/// The counter of instructions in the first access of a process and in two later accesses.
struct AccessCounter {
  private let context: RowContext

  init(_ context: RowContext) { self.context = context }

  func run(_ caller: NativeCaller) {
    let (cells, shared, timing) = (context.cells, context.shared, context.workload.timing)
    let end =
      ThisBuild.movesTypes
      ? cp_steps_moving_addresses
      // The main thread makes a part of the access, and only sometimes before this one has to wait for it.
      : context.workload.traits.contains(.awaitsMainActor)
        ? cp_steps_waits : cp_open_steps()
    guard end == cp_steps_taken else {
      for access in CountedAccess.allCases { shared[access].end = end }
      return
    }
    context.workload.prepare(cells, 0..<1, caller)
    cp_limit_steps(UInt64(cp_most_first_steps))
    timing.countedFirst(cells, caller)
    shared[.first] = cp_take_steps()
    cp_wait_until_others_sleep()
    cp_limit_steps(UInt64(cp_most_steps))
    timing.hold(cells, caller)
    timing.access(cells, LaterAccess.warmUps, caller)
    // A long access takes a tenth of a second, and another process repeats it anyway.
    let later = LaterAccess(repeatingUpTo: UInt64(cp_most_first_steps)) { counted(caller) }
    (shared[.later], shared[.again]) = (later.first, later.again)
    cp_close_steps()
  }

  private func counted(_ caller: NativeCaller) -> cp_steps {
    context.workload.timing.countedAccess(context.cells, caller)
    return cp_take_steps()
  }
}
