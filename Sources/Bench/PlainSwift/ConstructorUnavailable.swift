// A registry with one way in, which is a `static let`. Everything else is an error of the compiler: the initializer is
// private, the class cannot be inherited from, and a copy is marked as unavailable.

final class ServiceRegistry: Sendable {
  static let shared = ServiceRegistry()

  let services = ["mail", "search"]

  private init() {}

  @available(*, unavailable, message: "there is one registry: use shared")
  func copy() -> ServiceRegistry { fatalError() }
}
