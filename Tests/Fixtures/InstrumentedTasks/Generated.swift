import Synchronization

/// A step of a generated program, which accesses one of two variables.
public enum Access: Sendable, CaseIterable {
  case read, write, readOnActor, writeOnActor, readOnOther, writeOnOther, readLocked, writeLocked
  case writeInTask, writeInAwaitedTask, readSecond, writeSecond, readSecondOnActor, writeSecondInChild
  case once, onceMore, writeOnce
  case hop, hopOther
}

private final class Variables: @unchecked Sendable {
  var first = 0
  var second = 0
}

private actor Other {
  func read(_ variables: Variables) -> Int { variables.first }
  func write(_ variables: Variables) { variables.first += 1 }
  func hop() {}
}

/// Runs a generated program for each of its callers.
public actor Generated {
  private static let lock = Mutex(0)
  private static let built = Variables(), builtToo = Variables()

  private let programs: [[Access]]
  private var callers = 0
  private let variables = Variables()
  private let other = Other()
  private let thing = Thing()

  public init(_ programs: [[Access]]) { self.programs = programs }

  private func next() -> [Access] {
    callers += 1
    return programs[(callers - 1) % programs.count]
  }

  private func read() -> Int { variables.first }
  private func write() { variables.first += 1 }
  private func readSecond() -> Int { variables.second }
  private func hop() {}

  public nonisolated func run() async -> Thing? {
    for access in await next() {
      switch access {
      case .read: if variables.first < 0 { return nil }
      case .write: variables.first += 1
      case .readOnActor: _ = await read()
      case .writeOnActor: await write()
      case .readOnOther: _ = await other.read(variables)
      case .writeOnOther: await other.write(variables)
      case .readLocked: _ = Self.lock.withLock { _ in variables.first }
      case .writeLocked: Self.lock.withLock { _ in variables.first += 1 }
      case .writeInTask: Task { variables.first += 1 }
      case .writeInAwaitedTask: await Task { variables.first += 1 }.value
      case .readSecond: if variables.second < 0 { return nil }
      case .writeSecond: variables.second += 1
      case .readSecondOnActor: _ = await readSecond()
      case .writeSecondInChild:
        async let written: Void = { variables.second += 1 }()
        await hop()
        await written
      case .once: if Self.built.second < 0 { return nil }
      case .onceMore: if Self.builtToo.second < 0 { return nil }
      case .writeOnce: Self.built.first += 1
      case .hop: await hop()
      case .hopOther: await other.hop()
      }
    }
    return thing
  }
}
