import SingletonStress
import Synchronization
import Testing

@Suite struct `Roles that are awaited` {
  @Test func `a waiter that is always resumed is not blamed`() async throws {
    let result = try await stress(
      fresh: { Gate() }, roles: { await $0.pass() }, { $0.open() }, expecting: { _, passed in passed == [true, true] })
    #expect(result.verdict != .broken && result.trials > 0 && result.unexpectedTrials == 0, "\(result)")
    #expect(result.name == "Gate in \(#function)")
  }

  @Test func `an actor is judged by awaiting it`() async throws {
    let result = try await stress(
      fresh: { Account() }, roles: { await $0.add() }, expecting: { account, _ in await account.sum == 2 })
    #expect(result.verdict != .broken && result.trials > 0, "\(result)")
    #expect(result.outcomes.allSatisfy { ["[1, 2]", "[2, 1]"].contains($0.outcome.values) }, "\(result)")
  }

  @Test func `an actor that awaits between look and store loses what another role adds`() async throws {
    let result = try await stress(
      fresh: { Account() }, roles: { await $0.addLate() }, expecting: { account, _ in await account.sum == 2 })
    #expect(result.verdict == .broken && result.unexpectedTrials > 0, "\(result)")
  }

  @Test func `an error of a role counts, and its text is kept`() async throws {
    let result = try await stress(
      fresh: { Account() }, roles: { await $0.add() }, { _ in throw MissingFile(path: "x") },
      expecting: { _, _ in true })
    #expect(result.errors == result.trials && result.verdict == .broken, "\(result)")
    #expect(result.firstError == "MissingFile(path: \"x\")")
  }

  /// On a busy machine, a process can get no core for half a second.
  private static let settings = StressSettings(hangTimeout: .seconds(3))

  /// A stack can be walked where `FaultStack.c` can.
  #if os(Linux)
    @Test func `a deadlock of the runtime's lock and one's own is a hang, with both places`() async throws {
      let result = try await stress(
        settings: Self.settings, fresh: { ResumesUnderLock() }, roles: { await $0.waitAndCancel() },
        { $0.fulfill() }, expecting: { _, _ in true })
      #expect(result.isHung && result.verdict == .broken, "\(result)")
      #expect(result.hangStacks.contains { $0.contains { $0.contains("ResumesUnderLock.wait()") } }, "\(result)")
      #expect(result.hangStacks.contains { $0.contains("ResumesUnderLock.fulfill()") }, "\(result)")
      #expect(result.description.contains("hung, without progress for 3s: waiting in "), "\(result)")
    }

    @Test func `a task that nobody resumes is a hang, with the function that awaits`() async throws {
      let result = try await stress(
        settings: Self.settings, fresh: { Gate() }, roles: { await $0.passWithoutLook() }, expecting: { _, _ in true })
      #expect(result.isHung && result.verdict == .broken, "\(result)")
      #expect(result.hangStacks.contains { $0.contains("Gate.passWithoutLook()") }, "\(result)")
    }
  #endif
}

/// Waiters that go on once it is open.
private final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Bool, Never>] = []
  }
  private let state = Mutex(State())

  func pass() async -> Bool {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume(returning: true) }
    }
  }

  /// Waits although the gate may be open.
  func passWithoutLook() async -> Bool {
    await withCheckedContinuation { continuation in state.withLock { $0.waiting.append(continuation) } }
  }

  func open() -> Bool {
    let waiting = state.withLock { state in
      state.isOpen = true
      return state.waiting
    }
    for continuation in waiting { continuation.resume(returning: true) }
    return true
  }
}

private actor Account {
  private(set) var sum = 0

  func add() -> Int {
    sum += 1
    return sum
  }

  func addLate() async -> Int {
    let before = sum
    await Task.yield()
    sum = before + 1
    return sum
  }
}

/// Resumes its waiter under the lock that the waiter's cancellation handler takes. Canceling holds a lock of the task, which
/// resuming takes. Here each waits until the other one holds its lock, so that they always meet.
private final class ResumesUnderLock: Sendable {
  private let waiting = Mutex<CheckedContinuation<Bool, Never>?>(nil)
  private let isParked = Atomic(false)
  private let isHeld = Atomic(false)
  private let isCanceling = Atomic(false)

  private func wait() async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting.withLock { $0 = continuation }
        isParked.store(true, ordering: .releasing)
      }
    } onCancel: {
      isCanceling.store(true, ordering: .releasing)
      waiting.withLock { $0.take() }?.resume(returning: false)
    }
  }

  func fulfill() -> Bool {
    while !isParked.load(ordering: .acquiring) {}
    waiting.withLock { waiting in
      isHeld.store(true, ordering: .releasing)
      while !isCanceling.load(ordering: .acquiring) {}
      waiting.take()?.resume(returning: true)
    }
    return true
  }

  /// The child task runs on the thread of the role, too, so it is suspended when it is canceled.
  func waitAndCancel() async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { await self.wait() }
      while !isHeld.load(ordering: .acquiring) { await Task.yield() }
      group.cancelAll()
      return await group.next()!
    }
  }
}
