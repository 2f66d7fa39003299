package import SingletonCore
import SingletonStrategyKit

/// The state of a trial outside the graph: the locations, and facts on which no thread's behavior depends.
///
/// The locations of the strategy come first. They are followed by locations that are found while threads run, such as
/// the fields of instances, in the order of their first use. The map from names to locations is kept as long as the
/// program, so a name has the same location in all runs.
package final class TrialState {
  let orderings: OrderingExperiment
  /// Whether a caller has read its index or accessed memory of another one, and may therefore behave differently from the
  /// other callers.
  var hasIndexedCallers = false
  /// Whether the strategy has memory whose accesses have a memory order.
  var hasAtomicMemory = false
  /// When a wait with a time limit may time out.
  let timeouts: Timeouts
  /// Whether a caller has waited with a time limit.
  var hasTimedWaits = false
  /// Performs the access with the given number from inside an initializer of the given class.
  var reentrantCall: (ModelCaller, InstanceClass, _ number: Int) -> Void = { _, _, _ in }

  /// The number of locations of the strategy's primitives.
  let cellSize: Int
  private var locations: [Name: Int] = [:]
  private var names: [Name] = []
  /// The initial values, keyed by location. A missing value is 0.
  private var initialValues: [Int: UInt]

  package enum Name: Hashable {
    /// The field that the initializer fills.
    case field(instance: UInt)
    /// The reference count. It begins with 1, for the thread that allocates the instance.
    case life(instance: UInt)
    case note(thread: Int, number: Int)
  }

  /// - Parameters:
  ///   - cellSize: The number of locations for the strategy's primitives.
  ///   - permits: The locations of the strategy whose initial value is 1 instead of 0.
  package init(
    cellSize: Int = 0, permits: Set<Int> = [], orderings: OrderingExperiment = .none,
    timeouts: Timeouts = .whenStuck
  ) {
    self.cellSize = cellSize
    self.orderings = orderings
    self.timeouts = timeouts
    initialValues = Dictionary(uniqueKeysWithValues: permits.map { ($0, 1) })
  }

  /// Returns the location with a name.
  package func location(_ name: Name) -> Int {
    if let location = locations[name] { return location }
    let location = cellSize + names.count
    locations[name] = location
    names.append(name)
    if case .life = name { initialValues[location] = 1 }
    return location
  }

  /// Returns the name of a location, or `nil` if it is a location of the strategy.
  func name(of location: Int) -> Name? { location < cellSize ? nil : names[location - cellSize] }

  func initialValue(of location: Int) -> UInt { initialValues[location] ?? 0 }
}
