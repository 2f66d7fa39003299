/// The class of the row `constructor-unavailable`: only the accessor answers, everything else does not compile.
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
