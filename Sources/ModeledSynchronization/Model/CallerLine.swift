import CSingletonPlatform
import SingletonPlatform
import SingletonStrategyKit

/// The line of the user's code that has called into this module, found on the stack.
///
/// A property wrapper's accessors cannot take the line as an argument.
enum CallerLine {
  /// The number of calls that are looked through; the user's code is a few calls away.
  private static let depth = 8

  /// Returns the line, or `nil` if the program has no debug information for it or the system cannot read it.
  static func find() -> SourceLine? {
    var addresses = [UInt64](repeating: 0, count: depth)
    let count = cp_return_addresses(&addresses, addresses.count)
    return addresses.prefix(count).lazy.map { CodeLines[UInt($0)] }
      .first { line in line.line > 0 && line.file.map { !$0.hasPrefix(ownFolder) } ?? false }
  }

  /// The folder of this module's sources.
  private static let ownFolder = #filePath.split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 } + "/"
}
