import CSingletonHooks
import SingletonStrategyKit
import Synchronization

#if canImport(Runtime)
  import Runtime
#endif

/// The lines of pieces of code, found while the code is on the stack, because it takes some milliseconds to find one.
enum CodeLines {
  private static let known = Synchronization.Mutex<[UInt: SourceLine]>([:])

  private static let wanted = Synchronization.Mutex<Set<UInt>?>(nil)

  /// Finds the lines of the code that runs meanwhile.
  ///
  /// - Parameter code: The addresses whose lines are of interest; `nil` for all.
  static func found<Result, Failure: Error>(
    of code: Set<UInt>? = nil, during run: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    wanted.withLock { $0 = code }
    ch_observe({ CodeLines.observe($0) }, true)
    defer {
      wanted.withLock { $0 = nil }
      observeRefusals()
    }
    return try run()
  }

  /// Finds the lines of code that does what no model covers.
  static func observeRefusals() { ch_observe({ CodeLines.observe($0) }, false) }

  /// The line of a piece of code; unknown if it was not found.
  static subscript(code: UInt) -> SourceLine { known.withLock { $0[code] } ?? .unknown }

  private static func observe(_ code: UInt) {
    guard known.withLock({ $0[code] }) == nil, wanted.withLock({ $0?.contains(code) != false }) else { return }
    let line = line(of: code) ?? .unknown
    known.withLock { $0[code] = line }
  }

  /// Returns the line of code that is on the stack, or `nil` if the program has no debug information for it or the system
  /// cannot read it.
  private static func line(of code: UInt) -> SourceLine? {
    #if canImport(Runtime)
      guard #available(macOS 26, *) else { return nil }
      let images = ImageMap.capture()
      guard let stack = try? Backtrace.capture(limit: 40, top: 0, images: images) else { return nil }
      let frames = stack.symbolicated(with: images)?.frames ?? []
      let address = UInt64(code)
      let frame = frames.first { frame in
        guard case .returnAddress(let found) = frame.captured, let place = UInt64("\(found)".dropFirst(2), radix: 16)
        else { return false }
        return place == address && frame.symbol?.sourceLocation.map { $0.line > 0 } == true
      }
      return frame?.symbol?.sourceLocation.flatMap { SourceLine(path: $0.path, line: $0.line) }
    #else
      return nil
    #endif
  }
}
