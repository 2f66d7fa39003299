import Synchronization

// What exists once per process, in code that is compiled for a check.

/// A static let that code elsewhere awaits.
@MainActor
public final class OnMainActor: Sendable {
  public static let shared = OnMainActor()
  // Without a value that the compiler cannot know, the instance would be in static memory, and never built.
  let number = CommandLine.argc
  private init() {}
}

/// Looks, awaits and stores, on an actor that all callers share.
public enum MadeOnMainActor {
  @MainActor private static var made: Thing?
  private static let actor = Hopped()

  @MainActor
  public static func shared() async -> Thing {
    if made == nil {
      await actor.hop()
      made = Thing()
    }
    return made!
  }
}

/// Looks and stores in a variable that nothing guards.
public enum MadeBeside {
  nonisolated(unsafe) private static var made: Thing?
  private static let actor = Hopped()

  public static func shared() async -> Thing {
    await actor.hop()
    if made == nil { made = Thing() }
    return made!
  }
}

/// Numbers the callers.
private actor Counter {
  private var count = 0
  func next() -> Int {
    count += 1
    return count
  }
}

/// Uses two static lets in one job.
public final class WithTwo: @unchecked Sendable {
  public enum Use: Sendable {
    /// The initializers depend on nothing.
    case alone
    /// One takes a lock that is taken elsewhere, too.
    case locking
    /// Both ask their task for what is bound there.
    case bound
    /// One sees whether a lock has been taken, after which a variable may be read that was written before.
    case capturing
    /// Two of them see whether a lock has been taken.
    case capturingTwice
    /// One takes a lock twice that is taken elsewhere, too.
    case lockingTwice
    /// A variable is written before one of them is asked for, and read after that.
    case between
    /// A variable that an initializer writes is read without it.
    case outside
  }

  @TaskLocal static var name = "nobody"
  nonisolated(unsafe) private static var counted = 0

  private static let first = Box(), second = Box()
  private static let counting = {
    counted += 1
    return Box()
  }()
  private static let locked = Mutex(0)
  private static let locking = {
    locked.withLock { $0 += 1 }
    return Box()
  }()
  private static let captured = {
    let box = Box()
    box.value = locked.withLock { $0 }
    return box
  }()
  private static let capturedToo = {
    let box = Box()
    box.value = locked.withLock { $0 }
    return box
  }()
  private static let lockedTwice = {
    let box = Box()
    box.value = locked.withLock { $0 }
    box.value -= locked.withLock { $0 }
    return box
  }()
  private static let named = Box(length: name), namedToo = Box(length: name)

  private let use: Use
  private let counter = Counter()
  private let thing = Thing()
  private var value = 0

  public init(_ use: Use) { self.use = use }

  public func shared() async -> Thing? {
    let number = await counter.next()
    switch use {
    case .alone: return Self.first === Self.second ? nil : thing
    case .locking:
      Self.locked.withLock { $0 += 1 }
      return Self.locking.value == 0 ? thing : nil
    case .bound: return Self.named.value == Self.namedToo.value ? thing : nil
    case .capturing: return number == 1 ? publish() : Self.captured.value == 0 || value == 1 ? thing : nil
    case .capturingTwice:
      return number == 1 ? publish() : Self.captured.value == Self.capturedToo.value ? thing : nil
    case .lockingTwice: return number == 1 ? publish() : Self.lockedTwice.value == 0 ? thing : nil
    case .between: return number == 1 ? write() : read()
    case .outside: return number == 1 ? (Self.counting.value == 0 ? thing : nil) : (Self.counted < 0 ? nil : thing)
    }
  }

  private func publish() -> Thing {
    value = 1
    Self.locked.withLock { $0 += 1 }
    return thing
  }

  private func write() -> Thing? {
    guard Self.first.value == 0 else { return nil }
    value = 1
    return Self.second.value == 0 ? thing : nil
  }

  private func read() -> Thing? {
    guard Self.second.value == 0, value >= 0 else { return nil }
    return Self.first.value == 0 ? thing : nil
  }
}

extension Box {
  fileprivate convenience init(length name: String) {
    self.init()
    value = name.utf8.count
  }
}

/// Is made by code that is not compiled for a check, and can be once.
public enum MadeByLibrary {
  nonisolated(unsafe) public static var make: @Sendable () -> Thing? = { nil }

  private static let made = make()
  private static let actor = Hopped()

  public static func shared() async -> Thing? {
    await actor.hop()
    return made
  }
}
