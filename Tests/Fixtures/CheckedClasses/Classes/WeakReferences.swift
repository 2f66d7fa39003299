import Foundation

/// Keeps pictures no longer than their users do.
public final class WeakCache {
  private let lock = NSLock()
  private weak var made: Cache?
  public init() {}

  public var guarded: Cache {
    lock.lock()
    defer { lock.unlock() }
    return unguarded
  }

  public var unguarded: Cache {
    if let made { return made }
    let new = Cache()
    made = new
    return new
  }
}

/// Has an object that somebody else holds, and may let go of.
public final class LooksForHeld {
  public final class Held {}

  private let lock = NSLock()
  private var holder: Held?
  private weak var held: Held?
  private var data = 0

  public init() {
    let new = Held()
    (holder, held) = (new, new)
  }

  public var letGo: Int {
    holder = nil
    return 0
  }

  /// Asks whether the object is there, and then for the object.
  public var isFoundInTwoLooks: Int {
    lock.lock()
    defer { lock.unlock() }
    if held == nil { return 1 }
    return held == nil ? 0 : 1
  }

  public var isFoundInOneLook: Int {
    lock.lock()
    defer { lock.unlock() }
    if let held { return withExtendedLifetime(held) { 1 } }
    return 1
  }

  public var isThere: Int { held == nil ? 0 : 1 }

  /// Holds the object only for a moment, in which nobody can have been the last to let go of it.
  public var holdsForMoment: Int {
    let own = held
    return withExtendedLifetime(own) { 0 }
  }

  /// Writes before it lets go; who finds that the object has ended takes it to have been written.
  public var writeAndLetGo: Int {
    data = 1
    holder = nil
    return 0
  }
  public var readOnceEnded: Int { held == nil ? data : 1 }
}

/// An owner whose part refers back to it.
public final class Owner {
  public final class Part {
    fileprivate weak var owner: Owner?
    fileprivate unowned let certainOwner: Owner
    fileprivate unowned(unsafe) let uncheckedOwner: Owner

    fileprivate init(of owner: Owner) {
      self.owner = owner
      certainOwner = owner
      uncheckedOwner = owner
    }
  }

  public let name: Int
  private var part: Part?

  public init(name: Int) {
    self.name = name
    part = Part(of: self)
  }

  public var onlyPart: Part { part! }
}

/// Holds an owner and its part.
public final class HoldsOwner {
  private var owner: Owner?
  private let part: Owner.Part

  public init() {
    let made = Owner(name: 7)
    owner = made
    part = made.onlyPart
  }

  public var letGo: Int {
    owner = nil
    return 0
  }

  public var ownerName: Int { part.owner?.name ?? 0 }
  public var certainOwnerName: Int { part.certainOwner.name }
  public var uncheckedOwnerName: Int { part.uncheckedOwner.name }

  /// The name by a closure that has a weak reference of its own.
  public var nameByClosure: () -> Int {
    let found = owner!
    return { [weak found] in found?.name ?? 0 }
  }
}

/// A file whose end takes a lock, opened again once nobody refers to it any more.
public final class OpensAgain {
  public final class File {
    private unowned(unsafe) let opener: OpensAgain
    fileprivate init(of opener: OpensAgain) {
      self.opener = opener
      opener.counting.withLock {
        opener.open += 1
        opener.most = max(opener.most, opener.open)
      }
    }
    deinit { opener.counting.withLock { opener.open -= 1 } }
  }

  private let lock = NSLock(), counting = NSLock()
  private var holder: File?
  private weak var file: File?
  private var open = 0
  public private(set) var most = 0

  public init() {
    let first = File(of: self)
    (holder, file) = (first, first)
  }

  public var letGo: Int {
    holder = nil
    return 0
  }

  public var openFile: Int {
    lock.lock()
    defer { lock.unlock() }
    if let file { return withExtendedLifetime(file) { 1 } }
    let new = File(of: self)
    file = new
    return withExtendedLifetime(new) { 1 }
  }
}

/// Values that consist of a weak reference and more, copied and moved as a whole.
public final class CopiesWeak {
  public struct Handle {
    fileprivate weak var target: LooksForHeld.Held?
    fileprivate var number = 0
  }

  private let lock = NSLock()
  private var holder: LooksForHeld.Held?
  private var handle = Handle()
  private var handles: [Handle] = []

  public init() {
    let new = LooksForHeld.Held()
    holder = new
    handle = Handle(target: new)
  }

  public var letGo: Int {
    holder = nil
    return 0
  }

  public var append: Int {
    lock.lock()
    defer { lock.unlock() }
    handles.append(handle)
    return handles[0].target == nil ? 0 : 1
  }
}

/// Has an object whose deinit refers to it, and takes its time.
public final class EndsSlowly {
  private final class Guest {
    private unowned(unsafe) let host: EndsSlowly
    init(of host: EndsSlowly) { self.host = host }
    deinit {
      let own = self
      host.lock.withLock { host.hasBegunToEnd = true }
      withExtendedLifetime(own) {}
    }
  }

  private let lock = NSLock()
  private var holder: Guest?
  private weak var guest: Guest?
  private var hasBegunToEnd = false

  public init() {
    let new = Guest(of: self)
    (holder, guest) = (new, new)
  }

  public var letGo: Int {
    holder = nil
    return 0
  }

  /// Whether the object is found although its end has begun.
  public var isFoundTooLate: Int {
    lock.lock()
    defer { lock.unlock() }
    return hasBegunToEnd && guest != nil ? 1 : 0
  }
}

/// Hands out a value that consists of a weak reference.
public final class HandsOutReference {
  public struct Reference {
    fileprivate weak var target: LooksForHeld.Held?
  }

  private let lock = NSLock()
  private var target: LooksForHeld.Held?
  public init() {}

  public var reference: Reference {
    lock.lock()
    defer { lock.unlock() }
    if target == nil { target = LooksForHeld.Held() }
    return Reference(target: target)
  }
}
