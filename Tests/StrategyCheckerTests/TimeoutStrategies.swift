import Core
import StrategyKit

/// What an accessor answers that has waited until the semaphore's limit.
protocol AfterLimit: Sendable {
  static var id: String { get }
  static func answer<B: Backend>(_ caller: B.Caller, _ instance: AtomicVariable<B>) -> B.Instance?
}

enum GiveUp: AfterLimit {
  static let id = "gives-up"
  static func answer<B: Backend>(_ caller: B.Caller, _ instance: AtomicVariable<B>) -> B.Instance? { nil }
}

enum LookAgain: AfterLimit {
  static let id = "looks-again"
  static func answer<B: Backend>(_ caller: B.Caller, _ instance: AtomicVariable<B>) -> B.Instance? {
    instance.load(.acquiring)
  }
}

enum BuildAnother: AfterLimit {
  static let id = "builds-another"
  static func answer<B: Backend>(_ caller: B.Caller, _ instance: AtomicVariable<B>) -> B.Instance? { caller.make() }
}

enum BuildWhereNone: AfterLimit {
  static let id = "builds-where-none"
  static func answer<B: Backend>(_ caller: B.Caller, _ instance: AtomicVariable<B>) -> B.Instance? {
    if let found = instance.load(.acquiring) { return found }
    let made = caller.make()
    instance.store(made, .releasing)
    return made
  }
}

/// The first who comes keeps the permit, builds and publishes; who waits until the limit goes on in its own way.
struct PermitKept<B: Backend, Then: AfterLimit>: Strategy {
  private let semaphore: B.Semaphore
  private let instance: AtomicVariable<B>

  init(_ cell: inout B.Cell) {
    semaphore = cell.semaphore(limit: 1)
    instance = cell.atomicVariable()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    guard semaphore.wait() else { return Then.answer(caller, instance) }
    let made = caller.make()
    instance.store(made, .releasing)
    return made
  }

  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { PermitKept<Other, Then>.self }
  static var info: StrategyInfo { StrategyInfo(id: Then.id, idea: "keeps the permit", expects: [.firstAccess: .sound]) }
}

/// Everybody asks twice, so that nobody comes through: all wait until the limit, and then build where there is nothing.
struct AskedTwice<B: Backend>: Strategy {
  private let semaphore: B.Semaphore
  private let instance: AtomicVariable<B>

  init(_ cell: inout B.Cell) {
    semaphore = cell.semaphore(limit: 1)
    instance = cell.atomicVariable()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    if semaphore.wait() && semaphore.wait() { caller.fail("there is one permit") }
    return BuildWhereNone.answer(caller, instance)
  }

  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { AskedTwice<Other>.self }
  static var info: StrategyInfo { StrategyInfo(id: "asked-twice", idea: "asks twice", expects: [.firstAccess: .sound]) }
}
