// The settings of a proxy, which the start of the program configures, in a `Mutex`. Whoever configures, and when, there is
// no data race. But a second call replaces what others hold, and a caller that comes before the first one gets nil.

import Synchronization

final class ProxySettings: Sendable {
  private static let instance = Mutex<ProxySettings?>(nil)

  static var shared: ProxySettings? { instance.withLock { $0 } }

  @discardableResult
  static func configure(host: String) -> ProxySettings {
    let settings = ProxySettings(host: host)
    instance.withLock { $0 = settings }
    return settings
  }

  let host: String

  private init(host: String) { self.host = host }
}
