// A cart with two once tokens, here two `static let` constants. The initializer of the first calls the factory, which
// uses it. The first access never returns: Apple's systems end the process, Linux waits forever.
// Swift 6 rejects this: static property 'allocated' is not concurrency-safe.

final class Cart {
  private static let allocated: Cart = make()
  private static let initialized: Cart = make()

  static var shared: Cart { initialized }

  static func make() -> Cart {
    let cart = allocated  // Its initializer is running, and it is this function.
    cart.setUp()
    return cart
  }

  var items: [String] = []

  private init() {}

  private func setUp() { items = [] }
}
