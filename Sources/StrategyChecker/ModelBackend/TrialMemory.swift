import ModelChecker
import StrategyKit

/// The locations of a modeled trial: those of the strategy first, then those of instances and notes in the order of
/// their first use. The map lives as long as the program, so a name has the same location in all runs.
final class TrialMemory {
  /// The number of locations of the strategy's primitives.
  let cellSize: Int
  private var places: [Name: Int] = [:]
  private var names: [Name] = []
  /// The locations of the strategy whose initial value is 1 instead of 0.
  private var permits: Set<Int> = []

  enum Name: Hashable {
    /// The field that the initializer fills.
    case field(instance: UInt)
    /// The reference count; it begins with 1, for the allocating thread.
    case life(instance: UInt)
    case note(thread: Int, number: Int)
  }

  init(cellSize: Int, permits: Set<Int>) {
    self.cellSize = cellSize
    self.permits = permits
  }

  func location(_ name: Name) -> Int {
    if let place = places[name] { return place }
    let place = cellSize + names.count
    places[name] = place
    names.append(name)
    return place
  }

  /// Returns the name of a location, or `nil` for a location of the strategy.
  func name(of location: Int) -> Name? { location < cellSize ? nil : names[location - cellSize] }

  func initialValue(of location: Int) -> UInt {
    guard location >= cellSize, location - cellSize < names.count else { return permits.contains(location) ? 1 : 0 }
    if case .life = names[location - cellSize] { return 1 }
    return 0
  }
}
