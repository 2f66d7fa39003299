import CSingletonInstrumentation
import SingletonStrategyKit
import Synchronization

/// The lines at which steps are shown: those of the user's source.
enum UserLines {
  private static let known = Mutex<[UInt: SourceLine?]>([:])

  /// Returns the line of a piece of code. If that is in a header of the system or the toolchain, or if the compiler has given
  /// it none, as in the accessors of a `lazy var`, it is the nearest line of the user's in the same function or, if there is
  /// none, in the functions that have called it.
  ///
  /// - Parameters:
  ///   - code: The address to which the call of a hook returns, or 0 if it is the check that looks.
  ///   - callers: Those to which the functions return that contain it, the innermost first.
  ///   - isExact: Whether a function of the user's has called the hook itself. If a library has, one that keeps no frame, the
  ///     code may be that of a caller further out.
  static func line(
    of code: UInt, calledBy callers: some Sequence<UInt> = [], isExact: Bool = true
  ) -> SourceLine {
    if isExact && code == 0 { return .unknown }
    if isExact, let line = nearest(code) { return line }
    if let line = callers.lazy.compactMap(nearest).first(where: { _ in true }) ?? nearest(code) { return line }
    let line = CodeLines[code]
    return isOwn(line) ? .unknown : line
  }

  private static func nearest(_ code: UInt) -> SourceLine? {
    if let line = known.withLock({ $0[code] }) { return line }
    let line = find(code)
    known.withLock { $0[code] = .some(line) }
    return line
  }

  private static func find(_ code: UInt) -> SourceLine? {
    let own = CodeLines[code]
    if isUsers(own) { return own }
    let function = ci_function_around(code)
    guard function.begin < function.end else { return nil }
    let lines = CodeLines.lines(in: UInt(function.begin)..<UInt(function.end)).filter { isUsers($0.line) }
    return (lines.last { $0.address < code } ?? lines.first)?.line
  }

  /// Code that the compiler has made has line 0.
  private static func isUsers(_ line: SourceLine) -> Bool {
    line.line > 0 && !isOwn(line) && line.file.map { !ci_is_system_source($0) } ?? false
  }

  /// Whether the line is in this module, whose functions call the closures of a check.
  private static func isOwn(_ line: SourceLine) -> Bool { line.file?.hasPrefix(folder) ?? false }
  private static let folder = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/"
}
