// A license that is built once. Its public initializer refuses, and so does the accessor of a child class. One `static
// let` takes the place of the two tokens, so a refused construction leaves nothing behind.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

class License {
  enum Refusal: Error { case useShared }

  private static let instance = License(key: .random(in: 1 ... .max))

  class var shared: License {
    get throws {
      guard self == License.self else { throw Refusal.useShared }
      return instance
    }
  }

  let key: UInt64

  private init(key: UInt64) { self.key = key }

  convenience init() throws { throw Refusal.useShared }

  func copy() -> License { self }
}

final class TrialLicense: License {}  // `TrialLicense.shared` throws.
