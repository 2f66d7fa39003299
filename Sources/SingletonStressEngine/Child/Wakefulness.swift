/// The decision whether threads that share cores stay awake at barriers.
///
/// Awake, they continue together as soon as a barrier opens. But each time one of them yields, other processes may run
/// for milliseconds. Once there are other processes, the threads sleep, and the system wakes them first.
struct Wakefulness {
  /// Whether the threads stay awake.
  private(set) var isAwake = true

  private let cores: Int
  /// The wall time and the processor time at which the current measurement began, in nanoseconds.
  private var began: (wall: UInt64, processor: UInt64) = (0, 0)

  /// The shortest measurement, in nanoseconds.
  private static let interval: UInt64 = 3_000_000
  /// The share of the cores below which other processes must be using the rest, because threads that are awake leave no
  /// core idle.
  private static let leastShare = 0.6

  init(cores: Int) { self.cores = cores }

  /// Takes note of the row's wall time and of the processor time of all its threads, in nanoseconds.
  mutating func note(wall: UInt64, processor: UInt64) {
    guard isAwake, wall >= began.wall + Self.interval else { return }
    let share = Double(processor - began.processor) / Double(wall - began.wall) / Double(cores)
    isAwake = share >= Self.leastShare
    began = (wall, processor)
  }
}
