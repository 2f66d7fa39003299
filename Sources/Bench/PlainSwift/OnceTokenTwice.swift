// A wallet with two once tokens, here two `static let` constants. The first builds a finished wallet; the second gets
// it from the factory, which sets it up a second time.
// Swift 6 rejects this: static property 'allocated' is not concurrency-safe.

final class Wallet {
  private static let allocated = Wallet()
  private static let initialized = make()

  static var shared: Wallet { initialized }

  static func make() -> Wallet {
    let wallet = allocated
    wallet.setUp()  // It was set up when it was built.
    return wallet
  }

  var coins = 0

  private init() { setUp() }

  func copy() -> Wallet { .allocated }

  private func setUp() { coins += 100 }
}
