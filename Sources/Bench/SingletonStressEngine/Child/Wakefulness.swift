/// The decision whether threads that share cores stay awake at barriers.
///
/// Threads that stay awake continue together as soon as a barrier opens. But each time one of them yields, another
/// process may run for milliseconds. If there are other busy processes, the threads sleep instead, and the system
/// prefers threads that have just woken up.
struct Wakefulness {
  private(set) var isAwake = true

  private let cores: Int
  /// The wall time and the processor time at which the current measurement began, in nanoseconds.
  private var began: (wall: UInt64, processor: UInt64) = (0, 0)

  private static let interval: UInt64 = 3_000_000
  /// The share of the cores that the row's threads must use in order to stay awake. Threads that are awake leave no
  /// core idle, so if their share is smaller, other processes use the rest.
  private static let leastShare = 0.6

  init(cores: Int) { self.cores = cores }

  /// Adds a measurement.
  ///
  /// - Parameters:
  ///   - wall: The row's wall time, in nanoseconds.
  ///   - processor: The processor time of all of its threads, in nanoseconds.
  mutating func note(wall: UInt64, processor: UInt64) {
    guard isAwake, wall >= began.wall + Self.interval else { return }
    let share = Double(processor - began.processor) / Double(wall - began.wall) / Double(cores)
    isAwake = share >= Self.leastShare
    began = (wall, processor)
  }
}
