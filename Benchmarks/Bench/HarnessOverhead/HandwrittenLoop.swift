import Dispatch
import MutantStrategies
import SingletonCore
import SingletonPlatform
import SingletonStrategyKit

/// The test that one would write by hand against a mutant: two threads of `concurrentPerform` do what the scenario asks of
/// them on a fresh singleton, and compare what they got, for two seconds or until it differs.
///
/// It notices what a caller can notice: another instance, none, a half-built one, or one that has been destroyed.
struct HandwrittenLoop {
  static let runs = 3
  static let threads = 2
  private static let longest: UInt64 = 2_000_000_000

  /// Returns the median of the milliseconds that loops took to notice the mutant, and in how many runs they did; nothing if
  /// two threads cannot notice it, or if it would hang the loop.
  static func cells(_ mutant: MutantEntry) -> [String] {
    let demanded = mutant.mutation.demand(threads: threads)
    guard demanded != .sound, !demanded.defects.contains(.hang) else { return ["", ""] }
    let times = (0..<runs).map { _ in HandwrittenLoop(mutant).milliseconds() }
    let usual = median(times)
    return [usual.isFinite ? usual.rounded(to: 2) : "-", "\(times.count(where: \.isFinite)) of \(runs)"]
  }

  private let workload: Workload
  private let cells: CellArray
  private let callers: [NativeCaller]

  private init(_ mutant: MutantEntry) {
    workload = mutant.entry.raced(as: .harness)!.workload(mutant.mutation.telling.scenario)
    cells = CellArray(workload: workload, callers: Self.threads, capacity: 1)
    callers = [NativeCaller](cells: cells, workload: workload, initializerCost: .none) { _ in
      let counters = UnsafeMutablePointer<UInt64>.allocate(capacity: CallerState.counterSlots)
      counters.initialize(repeating: 0, count: CallerState.counterSlots)
      return counters
    }
  }

  /// Returns the milliseconds until the loop has noticed something, or infinity if it notices nothing.
  private func milliseconds() -> Double {
    let began = monotonicNanoseconds()
    var isFirst = true
    while monotonicNanoseconds() - began < Self.longest {
      if isViolated(inFirst: isFirst) { return Double(monotonicNanoseconds() - began) / 1e6 }
      isFirst = false
    }
    return .infinity
  }

  private func isViolated(inFirst isFirst: Bool) -> Bool {
    if isFirst || workload.traits.contains(.prepares) { workload.prepare(cells, 0..<1, callers[0]) }
    for phase in workload.phases {
      DispatchQueue.concurrentPerform(iterations: Self.threads) { phase(cells, 0..<1, callers[$0]) }
    }
    let isViolated = cells.violations[0].load(ordering: .relaxed) != 0 || hasSeveralInstances
    cells.reset(0..<1, violations: true)
    cells.results.update(repeating: 0, count: Self.threads * cells.accessesPerThread)
    for caller in callers { caller.beginSweep() }
    return isViolated
  }

  private var hasSeveralInstances: Bool {
    if case .oneAlive = workload.plan.promise { return false }
    var firsts: [Int: UInt32] = [:]
    for thread in 0..<Self.threads {
      let isInterfering = thread == TrialPlan.interferingThread(ofCell: 0, callers: Self.threads)
      let kind = Scenario.ThreadKind(isOdd: thread % 2 == 1, isInterfering: isInterfering)
      for access in 0..<cells.accessesPerThread {
        let result = cells.results(ofThread: thread, access: access).pointee & ResultWord.serialBits
        if result == 0 { continue }
        let first = firsts[workload.plan.group(ofAccess: access, by: kind), default: result]
        firsts[workload.plan.group(ofAccess: access, by: kind)] = first
        if first != result { return true }
      }
    }
    return false
  }
}
