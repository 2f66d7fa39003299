import Synchronization

// State beside actors, in code that is compiled for a check and otherwise as applications write it.

public final class Thing: Sendable {
  public let number: Int
  public init(_ number: Int = 1) { self.number = number }
}

/// Counts its callers in a variable that no actor guards.
public actor CountingBeside {
  nonisolated(unsafe) public static var count = 0
  private let thing = Thing()

  public init() {}

  public func current() -> Thing { thing }

  /// The lines of the read and the write.
  public static let lines = (#line + 4)...(#line + 5)

  public nonisolated func counted() async -> Thing {
    let thing = await current()
    let before = Self.count
    Self.count = before + 1
    return thing
  }
}

/// The same, within the actor.
public actor CountingInside {
  nonisolated(unsafe) public static var count = 0
  private let thing = Thing()

  public init() {}

  public func counted() -> Thing {
    Self.count += 1
    return thing
  }
}

/// Writes and reads in turns, each after what it has waited for.
public actor Awaited {
  public enum Wait: Sendable, CaseIterable {
    case task, endedTask, child, endedChild, group, endedGroup, nextOfGroup, stream
  }

  private final class Box: @unchecked Sendable {
    var value = 0
  }

  private let wait: Wait
  private let thing = Thing()

  public init(_ wait: Wait) { self.wait = wait }

  private func hop() {}

  public nonisolated func current() async -> Thing? {
    let box = Box()
    box.value = 1
    switch wait {
    case .task: await Task { box.value += 1 }.value
    case .endedTask:
      let task = Task { box.value += 1 }
      await hop()
      await task.value
    case .child:
      async let added: Void = { box.value += 1 }()
      await added
    case .endedChild:
      async let added: Void = { box.value += 1 }()
      await hop()
      await added
    case .group: await withTaskGroup(of: Void.self) { group in group.addTask { box.value += 1 } }
    case .endedGroup:
      await withTaskGroup(of: Void.self) { group in
        group.addTask { box.value += 1 }
        await hop()
      }
    case .nextOfGroup:
      await withTaskGroup(of: Int.self) { group in
        group.addTask {
          box.value += 1; return 1
        }
        await hop()
        _ = await group.next()
        box.value += 0
      }
    case .stream:
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      Task {
        box.value += 1
        continuation.yield(1)
      }
      await hop()
      for await _ in stream { break }
    }
    return box.value == 2 ? await shared() : nil
  }

  private func shared() -> Thing { thing }
}

/// Looks and stores in critical sections of a lock, on no actor.
public final class Locked: Sendable {
  private let made = Mutex<Thing?>(nil)
  private let actor = Hopped()

  public init() {}

  public func once() async -> Thing {
    await actor.hop()
    return made.withLock { made in
      if let made { return made }
      let thing = Thing()
      made = thing
      return thing
    }
  }

  public func twice() async -> Thing {
    await actor.hop()
    if let thing = made.withLock({ $0 }) { return thing }
    let thing = Thing()
    made.withLock { $0 = thing }
    return thing
  }
}

actor Hopped {
  func hop() {}
}
