// State beside actors, in code that is compiled for a check and otherwise as applications write it.

public final class Thing: Sendable {
  public let number: Int
  public init(_ number: Int = 1) { self.number = number }
}

/// Counts its callers in a variable that no actor guards.
public actor CountingBeside {
  nonisolated(unsafe) private static var count = 0
  private let thing = Thing()

  public init() {}

  private func current() -> Thing { thing }

  public static let readLine = #line + 4
  public static let writeLine = #line + 4
  public nonisolated func counted() async -> Thing {
    let thing = await current()
    let before = Self.count
    Self.count = before + 1
    return thing
  }
}

/// The same, within the actor.
public actor CountingInside {
  nonisolated(unsafe) private static var count = 0
  private let thing = Thing()

  public init() {}

  public func counted() -> Thing {
    Self.count += 1
    return thing
  }
}

final class Box: @unchecked Sendable {
  var value = 0
}

actor Hopped {
  func hop() {}
}

/// Uses types that are first needed while another caller builds.
public actor Busy {
  private enum State { case empty, building, built }
  private struct Wrapped<Value: Hashable>: Hashable { let value: Value }

  private var state = State.empty
  private let thing = Thing()

  public init() {}

  private func begin() -> Bool {
    if state == .empty { state = .building } else if state == .building { return true }
    return false
  }

  private func end() -> Thing {
    state = .built
    return thing
  }

  public nonisolated func shared() async -> Thing {
    if await begin() {
      let wrapped = Wrapped(value: Wrapped(value: 1))
      precondition(Set([wrapped, wrapped]).count == 1 && "\(wrapped)".contains("1"))
    }
    return await end()
  }
}

/// Hands out what its first caller has made and written.
public actor Handing {
  private var first: Box?
  private let thing = Thing()

  public init() {}

  private func common(_ own: Box) -> Box {
    if first == nil { first = own }
    return first!
  }

  private func current() -> Thing { thing }

  public nonisolated func shared() async -> Thing? {
    let own = Box()
    own.value = 1
    return await common(own).value == 1 ? await current() : nil
  }
}

/// Uses a box in two tasks, each after what it has waited for, if anything.
public actor Awaiting {
  public enum Wait: Sendable, CaseIterable {
    case task, endedTask, child, endedChild, endedUnusedChild, group, nextOfGroup, allOfGroup, discardingGroup
    case continuation, stream, immediate, nothing
  }

  private let wait: Wait
  private let thing = Thing()
  private let actor = Hopped()

  public init(_ wait: Wait) { self.wait = wait }

  private func current() -> Thing { thing }

  public nonisolated func shared() async -> Thing? {
    let box = Box()
    box.value = 1
    // Meanwhile, the other task may end.
    switch wait {
    case .task: await Task { box.value += 1 }.value
    case .endedTask:
      let task = Task { box.value += 1 }
      await actor.hop()
      await task.value
    case .child:
      async let added: Void = { box.value += 1 }()
      await added
    case .endedChild:
      async let added: Void = { box.value += 1 }()
      await actor.hop()
      await added
    case .endedUnusedChild:
      async let _: Void = { box.value += 1 }()
      await actor.hop()
    case .group: await withTaskGroup(of: Void.self) { group in group.addTask { box.value += 1 } }
    case .nextOfGroup:
      await withTaskGroup(of: Void.self) { group in
        group.addTask { box.value += 1 }
        await actor.hop()
        await group.next()
        box.value += 0
      }
    case .allOfGroup:
      await withTaskGroup(of: Void.self) { group in
        group.addTask { box.value += 1 }
        await actor.hop()
        await group.waitForAll()
        box.value += 0
      }
    case .discardingGroup:
      await withDiscardingTaskGroup { group in
        group.addTask { box.value += 1 }
        await actor.hop()
      }
    case .continuation:
      await withCheckedContinuation { continuation in
        Task {
          box.value += 1
          continuation.resume()
        }
      }
    case .stream:
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      Task {
        box.value += 1
        continuation.yield(1)
      }
      await actor.hop()
      for await _ in stream { break }
    case .immediate:
      await Task.immediate {
        await actor.hop()
        box.value += 1
      }.value
    case .nothing:
      Task { box.value += 1 }
      await actor.hop()
      box.value += 1
    }
    // After the end of a scope, and of what waits for a child there.
    return wait == .nothing || box.value == 2 ? await current() : nil
  }
}

/// What values of several types are.
protocol Numbered: Sendable {
  var number: Int { get }
}

extension Thing: Numbered {}

/// Keeps a value of any type in a variable that no actor guards.
public actor KeepingBeside {
  nonisolated(unsafe) private static var kept: (any Numbered)?
  private let thing = Thing()

  public init() {}

  private func current() -> Thing { thing }

  public nonisolated func read() async -> Thing? {
    let thing = await current()
    return Self.kept?.number == 7 ? nil : thing
  }

  public nonisolated func written() async -> Thing {
    let thing = await current()
    Self.kept = thing
    return thing
  }
}
