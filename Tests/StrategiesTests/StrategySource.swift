import Foundation
import Testing

/// A strategy's file, as a person reads it.
struct StrategySource: CustomTestStringConvertible {
  private static let folders = [
    "Unsynchronized", "Locking", "Once", "LockFree", "Lifetime", "Subclassing", "Queues", "Runtime",
  ]

  let name: String
  let text: String

  var testDescription: String { name }

  /// Files that hold a strategy, and not only what strategies share.
  static let all: [StrategySource] = folders.flatMap { folder in
    let folder = sources.appending(path: folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().compactMap { StrategySource(at: folder.appending(path: $0)) }
  }

  private static var sources: URL {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return tests.deletingLastPathComponent().appending(path: "Sources/Strategies")
  }

  private init?(at file: URL) {
    guard let text = try? String(contentsOf: file, encoding: .utf8), text.contains(": Strategy {") else { return nil }
    (name, self.text) = (file.lastPathComponent, text)
  }

  /// The comment above the strategy, without its slashes.
  var header: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).drop { !$0.hasPrefix("///") }
      .prefix { $0.hasPrefix("///") }.map { String($0.dropFirst(3)) }
  }

  /// The id that its card has.
  var id: String? { text.firstMatch(of: /\bid: "([^"]*)"/).map { String($0.1) } }

  /// The type's name, where it is generic over a world.
  var genericName: String? { text.firstMatch(of: /struct (\w+)<W: World>: Strategy \{/).map { String($0.1) } }

  /// The world-changing method's result, for a requirement with a default that would answer nil.
  var rebinds: String? {
    let signature =
      /static func rebound<V: World>\(to world: V\.Type\)\s+->\s+\(any Strategy<V>\.Type\)\?\s+\{\s+(\w+)<V>\.self\s+\}/
    return text.firstMatch(of: signature).map { String($0.1) }
  }
}
