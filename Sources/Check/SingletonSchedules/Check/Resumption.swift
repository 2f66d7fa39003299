import SingletonCore
import SingletonPlatform
import SingletonStrategyKit

/// The line at which an asynchronous function goes on.
///
/// The compiler makes a function of what follows each suspension, and numbers them. Where it optimizes, it moves to the beginning
/// of one on an actor what the function does with the actor in its first statement, and gives it that statement's line.
struct Resumption {
  let line: SourceLine

  init(at address: UInt) {
    let found = CodeLines.line(at: address)
    line = Self.isMoved(found, at: address) ? Self.next(after: found, at: address) ?? found : found
  }

  /// Whether a line is that of the function's first statement, at which its suspension before this one did not go on.
  private static func isMoved(_ line: SourceLine, at address: UInt) -> Bool {
    guard line.line > 0, let (function, number) = FunctionName.symbol(at: address).flatMap(parts), number > 0 else {
      return false
    }
    func lineOfPart(_ suffix: String) -> SourceLine? {
      FunctionName.code(of: function + suffix, near: address).map { CodeLines.line(at: $0.lowerBound) }
    }
    let before = lineOfPart("TQ\(number - 1)_") ?? lineOfPart("TY\(number - 1)_")
    return before.map { $0 != line } ?? false && (lineOfPart("TY0_") ?? lineOfPart("")) == line
  }

  /// Divides the name of what goes on after a switch of executors, such as `$s…FTY2_`, into that of its function and its number.
  private static func parts(_ symbol: String) -> (function: String, number: Int)? {
    guard symbol.hasSuffix("_"), let mark = symbol.lastIndex(of: "Y"), symbol[..<mark].hasSuffix("T") else {
      return nil
    }
    let digits = symbol[symbol.index(after: mark)...].dropLast()
    return Int(digits).map { (String(symbol[..<mark].dropLast()), $0) }
  }

  private static func next(after line: SourceLine, at address: UInt) -> SourceLine? {
    guard let symbol = FunctionName.symbol(at: address), let code = FunctionName.code(of: symbol, near: address) else {
      return nil
    }
    return CodeLines.lines(in: code).lazy.map(\.line).first { $0.file == line.file && $0.line > line.line }
  }
}
