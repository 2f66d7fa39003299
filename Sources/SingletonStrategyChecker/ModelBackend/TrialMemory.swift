import SingletonModelChecker
import SingletonStrategyKit

/// The locations of a modeled trial: those of the strategy first, then those that are found while threads run, such as
/// the fields of instances, in the order of their first use. The map lives as long as the program, so a name has the
/// same location in all runs.
package final class TrialMemory {
  /// The number of locations of the strategy's primitives.
  let cellSize: Int
  private var places: [Name: Int] = [:]
  private var names: [Name] = []
  /// The initial values; 0 for a location without one.
  private var initialValues: [Int: UInt]

  package enum Name: Hashable {
    /// The field that the initializer fills.
    case field(instance: UInt)
    /// The reference count; it begins with 1, for the allocating thread.
    case life(instance: UInt)
    case note(thread: Int, number: Int)
    /// A primitive that is made while threads run: its number among those of its maker.
    case primitive(maker: Int, number: Int)
  }

  /// - Parameters:
  ///   - cellSize: The number of locations of the strategy's primitives; none if primitives are made by threads.
  ///   - permits: The locations of the strategy whose initial value is 1 instead of 0.
  package init(cellSize: Int = 0, permits: Set<Int> = []) {
    self.cellSize = cellSize
    initialValues = Dictionary(uniqueKeysWithValues: permits.map { ($0, 1) })
  }

  /// Returns the location with a name.
  ///
  /// - Parameter initialValue: Returns the value before the first write, if this is the first use of the name.
  package func location(_ name: Name, initialValue: () -> UInt = { 0 }) -> Int {
    if let place = places[name] { return place }
    let value = initialValue()
    let place = cellSize + names.count
    places[name] = place
    names.append(name)
    if case .life = name { initialValues[place] = 1 } else { initialValues[place] = value }
    return place
  }

  /// Returns the name of a location, or `nil` for a location of the strategy.
  package func name(of location: Int) -> Name? { location < cellSize ? nil : names[location - cellSize] }

  func initialValue(of location: Int) -> UInt { initialValues[location] ?? 0 }
}
