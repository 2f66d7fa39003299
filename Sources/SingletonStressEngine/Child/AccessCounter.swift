internal import CSingletonPlatform
import SingletonCore
import SingletonStrategyKit

/// A count of the instructions of the first access in a process, and of two later ones.
struct AccessCounter {
  private let context: RowContext

  /// The turns of the loop of later accesses before one is counted.
  private static let turnsBefore = 4
  /// The most pairs of accesses that are counted until one agrees: now and then, an access fills a cache of the allocator.
  private static let tries = 3

  /// Whether counts depend on addresses: unspecialized generics look up their types in tables, by address.
  private static var dependsOnAddresses: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  init(_ context: RowContext) { self.context = context }

  func run(_ caller: NativeCaller) {
    let (cells, shared, timing) = (context.cells, context.shared, context.workload.timing)
    let end =
      Self.dependsOnAddresses && !cp_has_fixed_addresses()
      ? cp_steps_moving_addresses : cp_open_steps(shared.trace.baseAddress, shared.trace.count)
    guard end == cp_steps_taken else {
      for access in CountedAccess.allCases { shared[access].end = end }
      return
    }
    context.workload.prepare(cells, 0..<1, caller)
    timing.countedFirst(cells, caller)
    shared[.first] = cp_take_steps()
    timing.hold(cells, caller)
    // The first ones after it fill caches of the runtime and of libraries.
    timing.access(cells, Self.turnsBefore, caller)
    shared[.again] = counted(caller)
    for _ in 0..<Self.tries {
      shared[.later] = shared[.again]
      shared[.again] = counted(caller)
      if shared[.later].count == shared[.again].count { break }
    }
    cp_close_steps()
    let traced = min(Int(shared[.again].instructions), shared.trace.count)
    for step in 0..<traced { shared.trace[step] = UInt(cp_place(shared.trace[step])) }
  }

  private func counted(_ caller: NativeCaller) -> cp_steps {
    context.workload.timing.countedAccess(context.cells, caller)
    return cp_take_steps()
  }
}
