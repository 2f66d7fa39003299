import Dispatch

/// Looks and stores in what a queue runs at once, or beside it.
public final class Queued: @unchecked Sendable {
  public enum Use: Sendable {
    case once, item, barrier, void, behindActor, waiting
    case together, readAndBarrier, lookApart, unguarded, besideBarrier
    case targeted, nested, demanding, barrierItem, readWithin
  }

  private static let outer = DispatchQueue(label: "outer")
  private static let semaphore = DispatchSemaphore(value: 1)

  private static let key = DispatchSpecificKey<Int>()

  private let use: Use
  private let queue: DispatchQueue
  private let actor = Hopped()
  private var made: Thing?

  public init(_ use: Use) {
    self.use = use
    queue =
      switch use {
      case .barrier, .together, .readAndBarrier, .besideBarrier, .barrierItem, .readWithin:
        DispatchQueue(label: "concurrent", attributes: .concurrent)
      case .targeted: DispatchQueue(label: "targeted", target: Self.outer)
      default: DispatchQueue(label: "serial")
      }
  }

  public func current() async -> Thing {
    if [.behindActor, .targeted, .waiting, .barrierItem].contains(use) { await actor.hop() }
    return now
  }

  public static let storeLine = #line + 23
  public var now: Thing {
    switch use {
    case .once, .behindActor, .targeted: return queue.sync { ready() }
    case .item, .barrierItem:
      var thing: Thing?
      queue.sync(execute: DispatchWorkItem(flags: use == .item ? [] : .barrier) { thing = self.ready() })
      return thing!
    case .void:
      queue.sync { if made == nil { made = Thing() } }
      return queue.sync { made! }
    case .barrier: return queue.sync(flags: .barrier) { ready() }
    case .waiting:
      Self.semaphore.wait()
      defer { Self.semaphore.signal() }
      return ready()
    case .together: return queue.sync { ready() }
    case .readAndBarrier:
      if let thing = queue.sync(execute: { made }) { return thing }
      return queue.sync(flags: .barrier) { ready() }
    case .lookApart:
      if let thing = queue.sync(execute: { made }) { return thing }
      let thing = Thing()
      queue.sync { made = thing }
      return thing
    case .unguarded:
      if let made { return made }
      return queue.sync { ready() }
    case .besideBarrier:
      if let made { return made }
      return queue.sync(flags: .barrier) { ready() }
    case .readWithin: return Self.outer.sync { queue.sync { ready() } }
    case .nested: return Self.outer.sync { queue.sync { ready() } }
    case .demanding:
      return queue.sync {
        queue.setSpecific(key: Self.key, value: 1)
        guard DispatchQueue.getSpecific(key: Self.key) == 1 else { return Thing() }
        dispatchPrecondition(condition: .onQueue(queue))
        dispatchPrecondition(condition: .notOnQueue(Self.outer))
        return ready()
      }
    }
  }

  /// Looks in a block of one queue within a block of the other one.
  public func nested(outerFirst: Bool) async -> Thing {
    outerFirst ? Self.outer.sync { queue.sync { ready() } } : queue.sync { Self.outer.sync { ready() } }
  }

  /// Waits for the queue in a block of the same queue.
  public func waitForItself() async -> Thing { queue.sync { queue.sync { ready() } } }

  private func ready() -> Thing {
    if let made { return made }
    let thing = Thing()
    made = thing
    return thing
  }
}
