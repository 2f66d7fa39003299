import Dispatch

/// Has queues that run their blocks on another one.
public final class SharesTarget: @unchecked Sendable {
  private static let key = DispatchSpecificKey<Int>()
  private let target: DispatchQueue
  private let (first, second, readers): (DispatchQueue, DispatchQueue, DispatchQueue)
  private var count = 0

  /// - Parameter isSerial: Whether the queue that runs the blocks of all runs one at a time.
  public init(isSerial: Bool) {
    let target = DispatchQueue(label: "target", attributes: isSerial ? [] : .concurrent)
    target.setSpecific(key: Self.key, value: 7)
    self.target = target
    first = DispatchQueue(label: "first", target: target)
    second = DispatchQueue(label: "second", target: target)
    readers = DispatchQueue(label: "readers", attributes: .concurrent, target: target)
  }

  private func next() -> Int {
    dispatchPrecondition(condition: .onQueue(target))
    count += DispatchQueue.getSpecific(key: Self.key) == 7 ? 1 : 0
    return count
  }

  public func nextOnFirst() -> Int { first.sync { next() } }
  public func nextOnSecond() -> Int { second.sync { next() } }
  public func nextOnTarget() -> Int { target.sync { next() } }
  public func nextBehindBarrier() -> Int { target.sync(flags: .barrier) { next() } }
  public func nextAmongReaders() -> Int { readers.sync { next() } }
  public func nextOnBoth() -> Int { first.sync { second.sync { next() } } }
}
