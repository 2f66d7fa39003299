import Strategies

/// What an accessor answers that has waited until the semaphore's limit.
protocol AfterLimit: Sendable {
  static var id: String { get }
  static func answer<W: World>(_ caller: W.Caller, _ instance: AtomicVariable<W>) -> W.Instance?
}

enum GiveUp: AfterLimit {
  static let id = "gives-up"
  static func answer<W: World>(_ caller: W.Caller, _ instance: AtomicVariable<W>) -> W.Instance? { nil }
}

enum LookAgain: AfterLimit {
  static let id = "looks-again"
  static func answer<W: World>(_ caller: W.Caller, _ instance: AtomicVariable<W>) -> W.Instance? {
    instance.load(.acquiring)
  }
}

enum BuildAnother: AfterLimit {
  static let id = "builds-another"
  static func answer<W: World>(_ caller: W.Caller, _ instance: AtomicVariable<W>) -> W.Instance? { caller.make() }
}

enum BuildWhereNone: AfterLimit {
  static let id = "builds-where-none"
  static func answer<W: World>(_ caller: W.Caller, _ instance: AtomicVariable<W>) -> W.Instance? {
    if let found = instance.load(.acquiring) { return found }
    let made = caller.make()
    instance.store(made, .releasing)
    return made
  }
}

/// The first who comes keeps the permit, builds and publishes; who waits until the limit goes on in its own way.
struct PermitKept<W: World, Then: AfterLimit>: Strategy {
  private let semaphore: W.Semaphore
  private let instance: AtomicVariable<W>

  init(_ cell: inout W.Cell) {
    semaphore = cell.semaphore(limit: 1)
    instance = cell.atomicVariable()
  }

  func shared(_ caller: W.Caller) -> W.Instance? {
    guard semaphore.wait() else { return Then.answer(caller, instance) }
    let made = caller.make()
    instance.store(made, .releasing)
    return made
  }

  static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { PermitKept<V, Then>.self }
  static var card: Card { Card(id: Then.id, idea: "keeps the permit", expects: [.firstAccess: .sound]) }
}

/// Everybody asks twice, so that nobody comes through: all wait until the limit, and then build where there is nothing.
struct AskedTwice<W: World>: Strategy {
  private let semaphore: W.Semaphore
  private let instance: AtomicVariable<W>

  init(_ cell: inout W.Cell) {
    semaphore = cell.semaphore(limit: 1)
    instance = cell.atomicVariable()
  }

  func shared(_ caller: W.Caller) -> W.Instance? {
    if semaphore.wait() && semaphore.wait() { caller.fail("there is one permit") }
    return BuildWhereNone.answer(caller, instance)
  }

  static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { AskedTwice<V>.self }
  static var card: Card { Card(id: "asked-twice", idea: "asks twice", expects: [.firstAccess: .sound]) }
}
