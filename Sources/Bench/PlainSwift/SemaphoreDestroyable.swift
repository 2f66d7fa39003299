// A chat connection with a double check under a semaphore. `destroy` closes it under the same semaphore, but callers
// may hold the old connection, or be just about to get it.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

import Dispatch

final class ChatConnection {
  private static let semaphore = DispatchSemaphore(value: 1)
  private static var instance: ChatConnection?

  static var shared: ChatConnection {
    if let found = instance { return found }  // `destroy` may release it before it is retained here.
    guard semaphore.wait(timeout: .now() + 10) == .success else { fatalError("deadlock?") }
    defer { semaphore.signal() }
    if let found = instance { return found }
    let built = ChatConnection()
    instance = built
    return built
  }

  static func destroy() {
    guard semaphore.wait(timeout: .now() + 10) == .success else { fatalError("deadlock?") }
    defer { semaphore.signal() }
    instance = nil
  }

  let host = "chat.example.com"

  private init() {}
}
