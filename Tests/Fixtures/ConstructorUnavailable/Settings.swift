/// The class of the strategy `constructor-unavailable`. No way to get an instance compiles, except for its accessor.
final class Settings: Sendable {
  static let shared = Settings()

  let volume = 3

  private init() {}

  @available(*, unavailable, message: "there is one instance: use shared")
  static func new() -> Settings { fatalError() }

  @available(*, unavailable, message: "there is one instance: use shared")
  func copy() -> Settings { fatalError() }

  @available(*, unavailable, message: "there is one instance: use shared")
  func mutableCopy() -> Settings { fatalError() }
}
