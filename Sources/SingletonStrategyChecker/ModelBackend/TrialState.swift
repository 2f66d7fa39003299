import SingletonStrategyKit

/// The state of a trial outside the graph: the locations, and facts that no thread's behavior depends on.
///
/// The locations of the strategy come first, then those that are found while threads run, such as the fields of instances,
/// in the order of their first use. The map lives as long as the program, so a name has the same location in all runs.
package final class TrialState {
  let orderings: OrderingExperiment
  /// Whether a caller has asked for its index, and may therefore act differently from the other callers.
  var hasIndexedCallers = false
  /// Whether a caller has waited with a time limit.
  var hasTimedWaits = false
  /// Makes the access with the given number from inside the initializer of an instance of the given class.
  var reentrantCall: (ModelCaller, InstanceClass, _ number: Int) -> Void = { _, _, _ in }

  private let cellSize: Int
  private var locations: [Name: Int] = [:]
  private var names: [Name] = []
  /// The initial values; 0 for a location without one.
  private var initialValues: [Int: UInt]

  package enum Name: Hashable {
    /// The field that the initializer fills.
    case field(instance: UInt)
    /// The reference count; it begins with 1, for the allocating thread.
    case life(instance: UInt)
    case note(thread: Int, number: Int)
    /// A primitive that is made while threads run: its number among those of its scope.
    case primitive(scope: Int, number: Int)
  }

  /// - Parameters:
  ///   - cellSize: The number of locations of the strategy's primitives; 0 if the threads make their own primitives.
  ///   - permits: The locations of the strategy whose initial value is 1 instead of 0.
  package init(cellSize: Int = 0, permits: Set<Int> = [], orderings: OrderingExperiment = .none) {
    self.cellSize = cellSize
    self.orderings = orderings
    initialValues = Dictionary(uniqueKeysWithValues: permits.map { ($0, 1) })
  }

  /// Returns the location with a name.
  ///
  /// - Parameter initialValue: Returns the value before the first write, if this is the first use of the name.
  package func location(_ name: Name, initialValue: () -> UInt = { 0 }) -> Int {
    if let location = locations[name] { return location }
    let value = if case .life = name { 1 as UInt } else { initialValue() }
    let location = cellSize + names.count
    locations[name] = location
    names.append(name)
    initialValues[location] = value
    return location
  }

  /// Returns the name of a location, or `nil` for a location of the strategy.
  func name(of location: Int) -> Name? { location < cellSize ? nil : names[location - cellSize] }

  func initialValue(of location: Int) -> UInt { initialValues[location] ?? 0 }
}
