// A mail service with a double check under a semaphore, and a limit on the wait, because an initializer that asks for
// the service would wait for itself. The setup has its own semaphore and is skipped if there is a service.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

import Dispatch

final class MailService {
  private static let semaphore = DispatchSemaphore(value: 1)
  private static let setUpSemaphore = DispatchSemaphore(value: 1)
  private static var instance: MailService?

  static var shared: MailService {
    if let found = instance { return found }  // A plain read, outside of the semaphore.
    guard semaphore.wait(timeout: .now() + 10) == .success else { fatalError("deadlock?") }
    defer { semaphore.signal() }
    if let found = instance { return found }
    let built = MailService()
    built.setUp()
    instance = built
    return built
  }

  static func make() -> MailService {
    let service = shared
    service.setUp()
    return service
  }

  var drafts: [String] = []

  private init() {}

  func copy() -> MailService { self }

  private func setUp() {
    let existing = MailService.instance
    guard MailService.setUpSemaphore.wait(timeout: .now() + 10) == .success else { fatalError("deadlock?") }
    defer { MailService.setUpSemaphore.signal() }
    if existing == nil { drafts = ["Welcome"] }
  }
}
