import Foundation
import TestSupport
import Testing

/// A file of `Sources/Bench/SingletonStrategies` that holds a strategy.
struct StrategyFile: CustomTestStringConvertible {
  let name: String
  let text: String

  var testDescription: String { name }

  static let all: [StrategyFile] = {
    let folder = Repository.root.appending(path: "Sources/Bench/SingletonStrategies")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.allObjects as? [URL] ?? []).sorted { $0.path < $1.path }.compactMap { StrategyFile(at: $0) }
  }()

  private init?(at file: URL) {
    guard file.pathExtension == "swift", let text = try? String(contentsOf: file, encoding: .utf8),
      text.contains(/: (Listed)?Strategy \{/)
    else { return nil }
    (name, self.text) = (file.lastPathComponent, text)
  }

  /// The comment above the strategy, without its slashes.
  var header: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).drop { !$0.hasPrefix("///") }
      .prefix { $0.hasPrefix("///") }.map { String($0.dropFirst(3)) }
  }

  /// The id in its info.
  var id: String? { text.firstMatch(of: /\bid: "([^"]*)"/).map { String($0.1) } }

  /// The type's name, or `nil` if it is not generic over a backend.
  var genericName: String? { text.firstMatch(of: /struct (\w+)<B: Backend>: Strategy \{/).map { String($0.1) } }

  /// The type that `rebind(to:)` returns, or `nil` if the file does not implement it.
  var reboundName: String? {
    let signature =
      /static func rebind<O: Backend>\(to _: O\.Type\) -> \(any Strategy<O>\.Type\)\? \{ (\w+)<O>\.self \}/
    return text.firstMatch(of: signature).map { String($0.1) }
  }
}
