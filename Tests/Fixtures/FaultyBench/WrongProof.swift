import Outcomes
import Strategies

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
