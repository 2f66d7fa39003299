import Outcomes
import Strategies
import Synchronization

/// Defective in every world, and declared to be sound.
struct WrongProof<W: World>: Strategy {
  private let instance: Variable<W>

  init(_ cell: inout W.Cell) { instance = cell.variable() }

  func shared(_ caller: W.Caller) -> W.Instance? {
    if instance.load() == nil { instance.store(caller.make()) }
    return instance.load()
  }

  static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { WrongProof<V>.self }

  static var card: Card { Card("declared-sound", "no lock, and declared sound", .sound) }
}

/// Sound in every world, and declared to be defective.
struct WrongRefutation<W: World>: Strategy {
  private let lock: W.Lock
  private let instance: Variable<W>

  init(_ cell: inout W.Cell) {
    lock = cell.lock()
    instance = cell.variable()
  }

  func shared(_ caller: W.Caller) -> W.Instance? {
    lock.whileHeld {
      if instance.load() == nil { instance.store(caller.make()) }
      return instance.load()
    }
  }

  static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { WrongRefutation<V>.self }

  static var card: Card { Card("declared-racy", "a lock, and declared defective", .defect(.instances)) }
}

/// Does now this and now that: what it does depends on how often it was asked in this process.
struct Moody<W: World>: Strategy {
  private let instance: Variable<W>

  init(_ cell: inout W.Cell) { instance = cell.variable() }

  func shared(_ caller: W.Caller) -> W.Instance? {
    if Moods.next.wrappingAdd(1, ordering: .relaxed).newValue % 3 == 0 { return instance.load() ?? caller.make() }
    if instance.load() == nil { instance.store(caller.make()) }
    instance.store(instance.load())
    return instance.load()
  }

  static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { Moody<V>.self }

  static var card: Card { Card("moody", "now this and now that", .defect(.instances)) }
}

private enum Moods {
  static let next = Atomic<Int>(0)
}
