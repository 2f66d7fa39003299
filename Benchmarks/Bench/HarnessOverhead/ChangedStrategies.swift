import CSingletonPlatform
import SingletonCore
import SingletonStrategyKit
import Synchronization

/// `mutex` with one thing more, as if a change had added it.
enum ChangedStrategies {
  /// The same without anything more, compiled in the same module.
  static let original = CatalogEntry(Changed<Nothing>.self)
  static let entries = [
    CatalogEntry(Changed<Instruction>.self), CatalogEntry(Changed<Fence>.self), CatalogEntry(Changed<Call>.self),
  ]
}

private protocol Change: Sendable {
  static var name: String { get }
  static func make()
}

private enum Nothing: Change {
  static let name = "nothing"
  @inline(__always)
  static func make() {}
}

private enum Instruction: Change {
  static let name = "one-instruction"
  @inline(__always)
  static func make() { cp_pause() }
}

private enum Fence: Change {
  static let name = "a-fence"
  @inline(__always)
  static func make() { atomicMemoryFence(ordering: .sequentiallyConsistent) }
}

private enum Call: Change {
  static let name = "a-call"
  @inline(__always)
  static func make() { _ = cp_is_interrupted() }
}

private struct Changed<Added: Change>: Strategy {
  typealias B = NativeBackend

  private let lock: B.Lock
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) { (lock, instance) = (cell.lock(), cell.variable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    lock.whileHeld {
      if instance.load() == nil { instance.store(caller.make()) }
      Added.make()
      return instance.load()
    }
  }

  static var info: StrategyInfo {
    StrategyInfo(id: "mutex-and-\(Added.name)", idea: "mutex, and \(Added.name)", expects: [.firstAccess: .sound])
  }
}
