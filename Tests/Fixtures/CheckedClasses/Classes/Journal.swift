import Foundation

/// Has a text that threads change.
public final class Journal: @unchecked Sendable {
  private let lock = NSLock()
  private var text: String
  /// - Parameter isLong: Whether the text has storage of its own from the beginning.
  public init(isLong: Bool) { text = isLong ? String(repeating: "-", count: 32) : "" }

  public func write(_ line: String) -> Int {
    lock.withLock {
      text.append(line)
      return text.count
    }
  }
  public func writeWithoutLock(_ line: String) -> Int {
    text += line
    return 0
  }
  /// Looks in one section and writes in another.
  public func writeIfShort(_ line: String) -> Int {
    guard lock.withLock({ text.count }) < 4 else { return 0 }
    return lock.withLock {
      text += line
      return text.count
    }
  }
  public func length() -> Int { lock.withLock { text.count } }
  public func lengthOfCopy() -> Int { lock.withLock { text }.count }
}
