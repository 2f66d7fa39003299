import Foundation
import Synchronization

/// A step of a generated program, which uses locks and atomics, and sees what others have done.
public enum Operation: Sendable, CaseIterable {
  case add, split, addToMutex, splitMutex, nested, nestedBack, aroundMutex, withinMutex
  case load, store, exchange, compareExchange, loadOther, storeOther, loadLocked, loadTwice
  case tryLock, tryMutex, takeAgain, hop, onActor, splitOnActor, inTask, inChild
}

/// What a caller has seen, as an error so that each caller hands it out.
public struct Seen: Error, CustomStringConvertible {
  public let description: String
}

/// Runs a generated program for each of its callers.
public actor Interleaved {
  private static let lock = NSLock(), other = NSLock()
  private static let again = NSRecursiveLock()
  private static let mutex = Mutex(0)
  private static let word = Atomic(0), otherWord = Atomic(0)

  private final class Values: @unchecked Sendable {
    var first = 0, second = 0, third = 0
  }

  private let programs: [[Operation]]
  private let values = Values()
  private var callers = 0

  public init(_ programs: [[Operation]]) { self.programs = programs }

  private func next() -> Int {
    callers += 1
    return callers
  }

  private func hop() {}

  /// What a step makes of a value, so that the order of all steps can be seen.
  private nonisolated func changed(_ value: Int, by caller: Int) -> Int { (value * 3 + caller) % 100 }

  private nonisolated func add(_ caller: Int) -> Int {
    Self.lock.withLock {
      values.first = changed(values.first, by: caller)
      return values.first
    }
  }

  private nonisolated func split(_ caller: Int) -> Int {
    let before = Self.lock.withLock { values.first }
    Self.lock.withLock { values.first = changed(before, by: caller) }
    return before
  }

  private nonisolated func addToMutex(_ caller: Int) -> Int {
    Self.mutex.withLock { value in
      value = changed(value, by: caller)
      return value
    }
  }

  private nonisolated func splitMutex(_ caller: Int) -> Int {
    let before = Self.mutex.withLock { $0 }
    Self.mutex.withLock { $0 = changed(before, by: caller) }
    return before
  }

  private nonisolated func nested(_ outer: NSLock, _ inner: NSLock, _ caller: Int) -> Int {
    outer.withLock {
      inner.withLock {
        values.second = changed(values.second, by: caller)
        return values.second
      }
    }
  }

  /// Keeps what it has loaded first on its stack alone.
  private nonisolated func loadTwice() -> Int {
    let first = Self.word.load(ordering: .acquiring)
    return first * 100 + Self.word.load(ordering: .acquiring)
  }

  private nonisolated func tryLock(_ caller: Int) -> Int {
    guard Self.other.try() else { return -1 }
    defer { Self.other.unlock() }
    values.second = changed(values.second, by: caller)
    return values.second
  }

  private nonisolated func tryMutex(_ caller: Int) -> Int {
    Self.mutex.withLockIfAvailable { value in
      value = changed(value, by: caller)
      return value
    } ?? -1
  }

  private nonisolated func takeAgain(_ caller: Int) -> Int {
    Self.again.withLock {
      Self.again.withLock { values.third = changed(values.third, by: caller) }
      return Self.again.withLock { values.third }
    }
  }

  private func onActor(_ caller: Int) -> Int { addToMutex(caller) }
  private func splitOnActor(_ caller: Int) -> Int { splitMutex(caller) }

  private nonisolated func result(_ operation: Operation, _ caller: Int) async -> Int? {
    switch operation {
    case .add: return add(caller)
    case .split: return split(caller)
    case .addToMutex: return addToMutex(caller)
    case .splitMutex: return splitMutex(caller)
    case .nested: return nested(Self.lock, Self.other, caller)
    case .nestedBack: return nested(Self.other, Self.lock, caller)
    case .aroundMutex: return Self.lock.withLock { addToMutex(caller) }
    case .withinMutex: return Self.mutex.withLock { _ in add(caller) }
    case .load: return Self.word.load(ordering: .acquiring)
    case .store: Self.word.store(caller, ordering: .releasing)
    case .exchange: return Self.word.exchange(caller + 4, ordering: .acquiringAndReleasing)
    case .compareExchange:
      let (exchanged, original) = Self.word.compareExchange(
        expected: 0, desired: caller + 6, ordering: .acquiringAndReleasing)
      return exchanged ? original : -original
    case .loadOther: return Self.otherWord.load(ordering: .acquiring)
    case .storeOther: Self.otherWord.store(caller, ordering: .releasing)
    case .loadLocked: return Self.lock.withLock { Self.word.load(ordering: .acquiring) * 100 + values.first }
    case .loadTwice: return loadTwice()
    case .tryLock: return tryLock(caller)
    case .tryMutex: return tryMutex(caller)
    case .takeAgain: return takeAgain(caller)
    case .hop: await hop()
    case .onActor: return await onActor(caller)
    case .splitOnActor: return await splitOnActor(caller)
    case .inTask: Task { _ = addToMutex(caller + 2) }
    case .inChild:
      async let child = addToMutex(caller + 2)
      let own = add(caller)
      return await child * 100 + own
    }
    return nil
  }

  public nonisolated func run() async throws -> Thing? {
    let caller = await next()
    var seen: [Int] = []
    for operation in programs[(caller - 1) % programs.count] {
      if let value = await result(operation, caller) { seen.append(value) }
    }
    throw Seen(description: seen.map(String.init).joined(separator: "."))
  }
}
