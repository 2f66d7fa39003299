import SingletonCore
import SingletonStrategyKit

/// The reaction of an accessor to a timeout of its semaphore.
protocol TimeoutReaction: Sendable {
  static var id: String { get }
  static func answer<B: Backend>(_ caller: B.Caller, _ instance: AtomicVariable<B>) -> B.Instance?
}

enum GiveUp: TimeoutReaction {
  static let id = "gives-up"
  static func answer<B: Backend>(_ caller: B.Caller, _ instance: AtomicVariable<B>) -> B.Instance? { nil }
}

enum LookAgain: TimeoutReaction {
  static let id = "looks-again"
  static func answer<B: Backend>(_ caller: B.Caller, _ instance: AtomicVariable<B>) -> B.Instance? {
    instance.load(.acquiring)
  }
}

enum BuildAnother: TimeoutReaction {
  static let id = "builds-another"
  static func answer<B: Backend>(_ caller: B.Caller, _ instance: AtomicVariable<B>) -> B.Instance? { caller.make() }
}

enum BuildIfNone: TimeoutReaction {
  static let id = "builds-if-none"
  static func answer<B: Backend>(_ caller: B.Caller, _ instance: AtomicVariable<B>) -> B.Instance? {
    if let found = instance.load(.acquiring) { return found }
    let made = caller.make()
    instance.store(made, .releasing)
    return made
  }
}

/// A strategy whose first thread builds and publishes the instance and keeps the permit, so that all others time out.
struct PermitKept<B: Backend, Then: TimeoutReaction>: Strategy {
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

  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? {
    PermitKept<Other, Then>.self
  }
  static var info: StrategyInfo { StrategyInfo(id: Then.id, idea: "keeps the permit", expects: [.firstAccess: .sound]) }
}

/// A strategy whose threads wait twice for the one permit, so that all time out. Each then builds an instance if it
/// finds none.
struct AskedTwice<B: Backend>: Strategy {
  private let semaphore: B.Semaphore
  private let instance: AtomicVariable<B>

  init(_ cell: inout B.Cell) {
    semaphore = cell.semaphore(limit: 1)
    instance = cell.atomicVariable()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    if semaphore.wait() && semaphore.wait() { caller.fail("there is one permit") }
    return BuildIfNone.answer(caller, instance)
  }

  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { AskedTwice<Other>.self }
  static var info: StrategyInfo { StrategyInfo(id: "asked-twice", idea: "asks twice", expects: [.firstAccess: .sound]) }
}

/// A strategy that is right whether or not its wait ends in vain, because a compare-and-exchange decides.
struct ExchangedAfterWait<B: Backend>: Strategy {
  private let semaphore: B.Semaphore
  private let instance: AtomicVariable<B>

  init(_ cell: inout B.Cell) {
    semaphore = cell.semaphore(limit: 1)
    instance = cell.atomicVariable()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    let hasPermit = semaphore.wait()
    defer { if hasPermit { semaphore.signal() } }
    if let found = instance.load(.acquiring) { return found }
    let made = caller.make()
    let published = instance.publish(made, success: .acquiringAndReleasing, failure: .acquiring)
    if published != made { caller.release(made) }
    return published
  }

  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? {
    ExchangedAfterWait<Other>.self
  }
  static var info: StrategyInfo {
    StrategyInfo(id: "tries-again", idea: "an exchange decides", expects: [.firstAccess: .sound])
  }
}
