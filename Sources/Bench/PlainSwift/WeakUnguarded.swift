// A socket that lives as long as a caller holds it, in a `weak var` without a lock.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

final class Socket {
  private static weak var instance: Socket?

  static var shared: Socket {
    if let found = instance { return found }
    let built = Socket()
    instance = built  // A read at the same time can free what Swift keeps behind the variable.
    return built
  }

  let port = 443
}
