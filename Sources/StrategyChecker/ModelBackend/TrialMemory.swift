import ModelChecker
import StrategyKit

/// Where things lie in a modeled trial: the strategy's own locations first, then those of instances and notes, each in
/// the order of its first use. The map lives as long as the program, so that a name keeps its location in all runs.
final class TrialMemory {
  /// Locations of the strategy's primitives.
  let cellSize: Int
  private var places: [Name: Int] = [:]
  private var names: [Name] = []
  /// Initial values of the strategy's locations that are not 0.
  private var permits: Set<Int> = []

  enum Name: Hashable {
    /// The field that the initializer fills.
    case field(instance: UInt)
    /// The reference count, 1 for the maker.
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

  /// nil for a location of the strategy's own.
  func name(of location: Int) -> Name? { location < cellSize ? nil : names[location - cellSize] }

  func initialValue(of location: Int) -> UInt {
    guard location >= cellSize, location - cellSize < names.count else { return permits.contains(location) ? 1 : 0 }
    if case .life = names[location - cellSize] { return 1 }
    return 0
  }
}
