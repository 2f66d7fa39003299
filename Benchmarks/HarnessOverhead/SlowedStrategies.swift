import SingletonCore
import SingletonStrategyKit

/// `mutex` with loads that are not needed, as if a change had made it slower: on x86-64 by a fifth to a half.
enum SlowedStrategies {
  static let original = "mutex"
  static let entries = [
    CatalogEntry(Slowed<Some>.self), CatalogEntry(Slowed<More>.self), CatalogEntry(Slowed<Many>.self),
  ]
}

private protocol Loads: Sendable {
  static var count: Int { get }
}

private enum Some: Loads { static var count: Int { 30 } }
private enum More: Loads { static var count: Int { 40 } }
private enum Many: Loads { static var count: Int { 50 } }

private struct Slowed<Work: Loads>: Strategy {
  typealias B = NativeBackend

  private let lock: B.Lock
  private let instance: Variable<B>
  private let unused: AtomicVariable<B>

  init(_ cell: inout B.Cell) { (lock, instance, unused) = (cell.lock(), cell.variable(), cell.atomicVariable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    lock.whileHeld {
      if instance.load() == nil { instance.store(caller.make()) }
      for _ in 0..<Work.count { _ = unused.load(.acquiring) }
      return instance.load()
    }
  }

  static var info: StrategyInfo {
    StrategyInfo(
      id: "mutex-and-\(Work.count)-loads", idea: "mutex, and \(Work.count) loads", expects: [.firstAccess: .sound])
  }
}
