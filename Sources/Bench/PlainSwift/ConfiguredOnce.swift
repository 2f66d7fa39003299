// The address of a server, which the start of the program configures. The first configuration wins, and everybody gets
// it; a second one is ignored.

import Synchronization

final class ServerAddress: Sendable {
  private static let instance = AtomicLazyReference<ServerAddress>()

  static var shared: ServerAddress? { instance.load() }

  @discardableResult
  static func configure(host: String) -> ServerAddress {
    if let found = instance.load() { return found }
    return instance.storeIfNil(ServerAddress(host: host))
  }

  let host: String

  private init(host: String) { self.host = host }
}
