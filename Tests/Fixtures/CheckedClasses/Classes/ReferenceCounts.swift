import Foundation

/// Has three references to a guest, whose end all threads notice.
public final class SharesGuest {
  private final class Guest {
    private unowned(unsafe) let host: SharesGuest
    init(of host: SharesGuest) { self.host = host }
    deinit { host.lock.withLock { host.ends += 1 } }
  }

  private let lock = NSLock()
  private var first, second, third: Guest?
  private var ends = 0

  public init(keepsThird: Bool) {
    let guest = Guest(of: self)
    (first, second, third) = (guest, guest, keepsThird ? guest : nil)
  }

  /// Retains and releases the guest, twice.
  public var visit: Int {
    let (own, other) = (third, third)
    withExtendedLifetime((own, other)) {}
    return 0
  }

  public var letGoOfFirst: Int {
    first = nil
    return 0
  }

  public var letGoOfSecond: Int {
    second = nil
    return 0
  }

  /// Lets go of a reference, and returns how many guests have ended.
  public var endsAfterFirst: Int { letGoOfFirst + lock.withLock { ends } }
  public var endsAfterSecond: Int { letGoOfSecond + lock.withLock { ends } }
}

/// Has an object that one thread holds, and for which another one asks whether it is the only one that does.
public final class AsksForReferences {
  private final class Object {}

  private let lock = NSLock()
  private var object = Object()
  private var taken: Object?
  public init() { taken = object }

  /// Holds the object after the lock, or under it.
  public var held: Int {
    lock.lock()
    let own = object
    lock.unlock()
    withExtendedLifetime(own) {}
    return 0
  }
  public var heldUnderLock: Int {
    lock.withLock { withExtendedLifetime(object) {} }
    return 0
  }

  /// Asks under the lock, and has taken the other reference away before.
  public var isAlone: Int {
    lock.lock()
    defer { lock.unlock() }
    taken = nil
    return isKnownUniquelyReferenced(&object) ? 1 : 0
  }

  /// Asks with the optional, while the other reference is there.
  public var isTakenAlone: Int { lock.withLock { isKnownUniquelyReferenced(&taken) ? 1 : 0 } }

  /// Asks with a variable of its own, which no other thread knows.
  public var isCopyAlone: Int {
    lock.lock()
    var own = object
    (object, taken) = (Object(), nil)
    lock.unlock()
    return isKnownUniquelyReferenced(&own) ? 1 : 0
  }
}

/// Has two references to a guest, whose end reads what each thread has written before it let go, with no other order.
public final class LeavesNumbers {
  private final class Numbers {
    var first = 0, second = 0, sum = 0
    func add() { sum = first + second }
  }

  private final class Guest {
    private let numbers: Numbers
    init(_ numbers: Numbers) { self.numbers = numbers }
    deinit { numbers.add() }
  }

  private let numbers = Numbers()
  private var first, second: Guest?

  public init() {
    let guest = Guest(numbers)
    (first, second) = (guest, guest)
  }

  public var sum: Int { numbers.sum }

  public func leaveFirst() {
    numbers.first = 1
    first = nil
  }

  public func leaveSecond() {
    numbers.second = 2
    second = nil
  }

  public func leaveSecondLate() {
    second = nil
    numbers.second = 2
  }
}
