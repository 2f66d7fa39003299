import SingletonCore
import SingletonPlatform
import SingletonStrategyKit

/// An estimate of how long the rows of a plan take together.
struct RunEstimate: Sendable {
  /// The cost of a row: a fixed number of seconds, plus seconds per second of its counting time.
  private typealias Cost = (fixed: Double, perSecond: Double)

  /// `costs[i]` is the total cost of row `i` and all rows after it; the last element is zero.
  private var costs: [Cost] = [(0, 0)]

  init(_ plan: Plan, cores: Int) {
    for row in plan.rows.reversed() {
      let (rest, own) = (
        costs.last!, Self.cost(of: row, isTimed: row.isTimed && !plan.settings.skipsTimes, cores: cores)
      )
      costs.append((rest.fixed + own.fixed, rest.perSecond + own.perSecond))
    }
    costs.reverse()
  }

  /// Returns the seconds that this row and all rows after it take if each gets this much time.
  func seconds(from row: Int = 0, time: Duration) -> Double { costs[row].fixed + costs[row].perSecond * time.seconds }

  var leastSeconds: Double { seconds(time: Self.leastTime) }

  /// Returns the counting time per row with which this row and all rows after it take the given number of seconds in
  /// total.
  func time(of row: Int, toEndIn seconds: Double) -> Duration {
    let cost = costs[row]
    guard cost.perSecond > 0 else { return Self.leastTime }
    return max(Self.leastTime, .seconds((seconds - cost.fixed) / cost.perSecond))
  }

  /// The minimum counting time of a row, which is enough for a sound row to have trials that mean something.
  private static let leastTime = Duration.milliseconds(1)

  // These figures, in seconds, were measured on two cores, with 2 and with 64 threads.
  private static func cost(of row: Plan.PlannedRow, isTimed: Bool, cores: Int) -> Cost {
    let (demand, threads) = (row.expected.demand, Double(row.key.threads))
    // The checker's share and the report's.
    let other = 0.0025
    if demand.endings.contains(.hang) { return (other + 0.13, 0) }
    if !demand.endings.isEmpty { return (other + 0.01 + 0.000_19 * threads, 0) }
    let isShown = !demand.defects.isEmpty
    // The time to start the children that time later accesses, and the time for which they do it.
    let timing: Cost = isTimed ? (0.0085, 0.5) : (0, 0)
    let fixed = other + timing.fixed + (row.isTimed ? 0.032 : 0)
    guard row.raced.traits.contains(.oneTrialPerProcess) else {
      let shown = row.key.threads > cores ? 0.8 : 0.3
      let counting = (isShown ? shown : 1) + (row.scenario == .firstAccess ? 0.17 : 0.06)
      return (fixed + 0.0065 + 0.000_1 * threads, timing.perSecond + counting)
    }
    // A known defect takes about twice the least number of trials.
    let trials = isShown ? 2 * RowRunner.leastProcessesOnceShown : RowRunner.leastProcesses
    let processes = Int(trials) + (isTimed ? RowRunner.firstAccessProcesses : 0)
    return (fixed + (0.001_75 + 0.000_068 * threads) * Double(processes), timing.perSecond)
  }
}

extension Duration {
  var seconds: Double { Double(nanoseconds) / 1e9 }
}
