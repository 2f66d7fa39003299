import Synchronization

/// Publishes a thing with a flag that orders it or not, or counts.
public final class Flagged: @unchecked Sendable {
  public enum Use: Sendable {
    case ordered, releaseSequence, relaxedStore, relaxedLoad, count, relaxedCount
  }

  private let use: Use
  private let flag = Atomic(0)
  private var made: Thing?

  public init(_ use: Use) { self.use = use }

  public func publish() -> Bool {
    switch use {
    case .count: flag.add(1, ordering: .relaxed)
    case .relaxedCount: flag.store(flag.load(ordering: .relaxed) + 1, ordering: .relaxed)
    default:
      made = Thing()
      if use == .relaxedStore { flag.store(1, ordering: .relaxed) } else { flag.store(1, ordering: .releasing) }
      if use == .releaseSequence { flag.add(1, ordering: .relaxed) }
    }
    return true
  }

  public func read() -> Bool {
    switch use {
    case .count, .relaxedCount: publish()
    case .relaxedLoad: flag.load(ordering: .relaxed) == 0 || made != nil
    case .releaseSequence: flag.load(ordering: .acquiring) < 2 || made != nil
    default: flag.load(ordering: .acquiring) == 0 || made != nil
    }
  }
}

/// Keeps the first thing, in an atomic. The loser may find the other one in an order that shows what is in it, or not.
public final class Kept: Sendable {
  private let pointer = Atomic<Unmanaged<Thing>?>(nil)
  private let isRelaxed: Bool

  public init(isRelaxed: Bool) { self.isRelaxed = isRelaxed }

  public var thing: Thing {
    if let found = pointer.load(ordering: .acquiring) { return found.takeUnretainedValue() }
    let new = Unmanaged.passRetained(Thing())
    let (exchanged, other) =
      isRelaxed
      ? pointer.compareExchange(expected: nil, desired: new, successOrdering: .releasing, failureOrdering: .relaxed)
      : pointer.compareExchange(expected: nil, desired: new, successOrdering: .releasing, failureOrdering: .acquiring)
    if exchanged { return new.takeUnretainedValue() }
    new.release()
    return other!.takeUnretainedValue()
  }
}
