import Foundation

/// What structs, enums and classes may adopt.
public protocol Endpoint: Sendable {
  var port: Int { get }
}

/// Fits into an existential.
public struct Local: Endpoint {
  public let cache: Cache
  public var port: Int { cache.size }
}

/// Is in a box.
public struct Remote: Endpoint {
  public let cache: Cache
  public let host = "example"
  public let retries = 3
  public var port: Int { cache.size }
}

public final class Router: Endpoint {
  public let port = 80
  public init() {}
}

/// Which type an accessor puts into the existential.
public enum EndpointKind: Sendable { case local, remote, router }

/// Keeps a reference to a protocol that structs may adopt.
public final class KeepsEndpoint {
  private let lock = NSLock()
  private var made: (any Endpoint)?
  private var router: Router?
  private let kind: EndpointKind

  public init(_ kind: EndpointKind) { self.kind = kind }

  private func make() -> any Endpoint {
    switch kind {
    case .local: Local(cache: Cache())
    case .remote: Remote(cache: Cache())
    case .router: Router()
    }
  }

  public var endpoint: any Endpoint {
    lock.lock()
    defer { lock.unlock() }
    if let made { return made }
    let new = make()
    made = new
    return new
  }

  /// Stores the instance as what it is, and hands it out as an existential.
  public var routed: any Endpoint {
    lock.lock()
    defer { lock.unlock() }
    return routedUnguarded
  }

  public var routedUnguarded: any Endpoint {
    if router == nil { router = Router() }
    return router!
  }
}
