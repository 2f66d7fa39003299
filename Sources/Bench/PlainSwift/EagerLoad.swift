// A configuration that is built when the program starts, before there is a second thread. Swift has no `+load`, so the
// first line of main.swift calls `bootstrap`.
// Swift 6 rejects this: static property 'shared' is not concurrency-safe.

final class Configuration {
  private(set) static var shared: Configuration!

  static func bootstrap() { shared = make() }

  static func make() -> Configuration {
    if shared == nil {
      shared = Configuration()
    }
    let configuration = shared!
    configuration.readFile()  // After the start, this resets what others read.
    return configuration
  }

  var values: [String: String] = [:]

  private init() {}

  func copy() -> Configuration { .shared }

  private func readFile() { values = ["language": "en"] }
}
