import Foundation
import Synchronization

/// Memory that jobs of several tasks lend to functions which announce no access.
public final class Lending: @unchecked Sendable {
  public enum Use: CaseIterable, Sendable { case sort, sortOfC }

  private let use: Use
  private let isLocked: Bool
  private let lock = Mutex(0)
  private let words = UnsafeMutableBufferPointer<Int>.allocate(capacity: 8)

  public init(_ use: Use, isLocked: Bool) {
    (self.use, self.isLocked) = (use, isLocked)
    for index in words.indices { words[index] = 8 - index }
  }

  deinit { words.deallocate() }

  public func lend() async {
    await Task.yield()
    if isLocked { lock.withLock { _ in lendNow() } } else { lendNow() }
  }

  private func lendNow() {
    switch use {
    case .sort:
      var words = words
      words.sort()
    case .sortOfC: qsort(words.baseAddress!, words.count, MemoryLayout<Int>.stride) { _, _ in 0 }
    }
  }
}
