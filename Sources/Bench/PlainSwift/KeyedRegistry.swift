// A container with one service of each type, in a dictionary under one `Mutex`. A service whose initializer asks for
// another one ends the process, because the lock is held.

import Synchronization

protocol Service: AnyObject, Sendable {
  init()
}

final class Services: Sendable {
  static let shared = Services()

  private let instances = Mutex<[ObjectIdentifier: any Service]>([:])

  func service<S: Service>(_ type: S.Type) -> S {
    instances.withLock { instances in
      if let found = instances[ObjectIdentifier(type)] as? S { return found }
      let built = S()
      instances[ObjectIdentifier(type)] = built
      return built
    }
  }
}

final class ContactBook: Service {
  let names = ["Me"]
}

final class CallHistory: Service {
  let calls = [Int]()
}
