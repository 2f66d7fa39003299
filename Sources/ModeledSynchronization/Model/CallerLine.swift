import SingletonPlatform
import SingletonStrategyKit

#if canImport(Runtime)
  import Runtime
  import Synchronization
#endif

/// The line of the user's code that has called into this module, found on the stack.
///
/// A property wrapper's accessors cannot take the line as an argument.
enum CallerLine {
  #if canImport(Runtime)
    /// The lines that were found, by the frames above them, because it takes some milliseconds to find one.
    private static let known = Synchronization.Mutex<[[String]: SourceLine?]>([:])
  #endif

  /// Returns the line, or `nil` if the program has no debug information for it or the system cannot read it.
  ///
  /// - Parameter property: The property that is accessed, whose own accessors are not lines of the user's code.
  static func find(accessing property: String) -> SourceLine? {
    #if canImport(Runtime)
      guard #available(macOS 26, *) else { return nil }
      let images = ImageMap.capture()
      // The innermost frames are this function and its caller, which the wrapper's accessor calls.
      guard let stack = try? Backtrace.capture(limit: 4, offset: 2, top: 0, images: images) else { return nil }
      let frames = stack.frames.map { "\($0.originalProgramCounter)" }
      if let line = known.withLock({ $0[frames] }) { return line }
      let symbols = stack.symbolicated(with: images)?.frames.compactMap(\.symbol) ?? []
      let caller = symbols.first { symbol in
        guard let location = symbol.sourceLocation, !location.path.hasPrefix(ownFolder) else { return false }
        return location.line > 0 || !symbol.name.contains(".\(property).")
      }
      let line = caller?.sourceLocation.flatMap { SourceLine(path: $0.path, line: $0.line) }
      known.withLock { $0[frames] = .some(line) }
      return line
    #else
      return nil
    #endif
  }

  /// The folder of this module's sources.
  private static let ownFolder = #filePath.split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 } + "/"
}
