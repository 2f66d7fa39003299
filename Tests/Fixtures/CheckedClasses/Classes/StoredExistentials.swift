import Foundation
import Synchronization

/// Has a value of any type, and is more than that.
public struct Route: Sendable {
  public let name: String
  public let endpoint: any Endpoint
}

/// A value of any type, or none yet.
public enum Slot<Value> {
  case empty
  case full(Value)
}

/// Keeps a value of any type, and lets those in who do not wait.
public final class SharesEndpoint {
  private let lock = NSLock()
  private var made: (any Endpoint)?
  private var always: any Endpoint = Router()
  private var route: Route?
  private var slot = Slot<any Endpoint>.empty
  private var anything: Any?
  private let kind: EndpointKind

  public init(_ kind: EndpointKind, isMade: Bool = false) {
    self.kind = kind
    if isMade { made = make() }
  }

  private func make() -> any Endpoint {
    switch kind {
    case .local: Local(cache: Cache())
    case .remote: Remote(cache: Cache())
    case .router: Router()
    }
  }

  public var unguarded: any Endpoint {
    if made == nil { made = make() }
    return made!
  }

  public var doubleChecked: any Endpoint {
    if let made { return made }
    return lock.withLock {
      if made == nil { made = make() }
      return made!
    }
  }

  public var isMade: Bool { made != nil }
  public var portUnguarded: Int { made?.port ?? 0 }
  public var port: Int { lock.withLock { made?.port ?? 0 } }
  public func replace() { lock.withLock { made = make() } }
  public func remove() { lock.withLock { made = nil } }

  public var alwaysPort: Int { lock.withLock { always.port } }
  public func replaceAlways() { lock.withLock { always = make() } }
  public func copyAlways() { lock.withLock { made = always } }

  public var routed: Route {
    lock.withLock {
      if let route { return route }
      let new = Route(name: "a name that is not short", endpoint: make())
      route = new
      return new
    }
  }

  public var inSlot: any Endpoint {
    lock.withLock {
      if case .full(let value) = slot { return value }
      let new = make()
      slot = .full(new)
      return new
    }
  }

  public var object: Any {
    lock.withLock {
      if anything == nil { anything = Cache() }
      return anything!
    }
  }
}

/// What a program has one of.
public enum CurrentEndpoint {
  private static let lock = Mutex(())
  nonisolated(unsafe) private static var current: any Endpoint = Router()

  public static var port: Int { current.port }
  public static var portGuarded: Int { lock.withLock { _ in current.port } }
  public static func setGuarded(_ new: any Endpoint) { lock.withLock { _ in current = new } }
}

/// Takes a lock when it ends.
public struct Leaving: Endpoint {
  final class Body: Sendable {
    let lock: NSLock
    init(lock: NSLock) { self.lock = lock }
    deinit { lock.withLock {} }
  }
  let body: Body
  public let port = 1
}

/// Replaces a value whose end takes a lock.
public final class ReplacesLeaving {
  private let lock = NSLock(), inner = NSLock()
  private var made: (any Endpoint)?

  public init() { made = Leaving(body: Leaving.Body(lock: inner)) }
  public func replace() { lock.withLock { made = Local(cache: Cache()) } }
  public var port: Int { lock.withLock { made?.port ?? 0 } }
  public var isMade: Bool { made != nil }
}
