import ModeledSynchronization
import Testing

@testable import UsesOfModel

@Suite struct `Counterexamples of a user's class` {
  private func result(replay: String? = nil) throws -> CheckResult {
    try check(threads: 2...3, replay: replay, fresh: { Settings() }, access: { $0.theme })
  }

  @Test func `a counterexample shows the lines of the class and the names of its properties`() throws {
    let drawing = try #require(try result().counterexample)
    for line in [
      "Settings.swift:", "20: if isReady.load(ordering: .relaxed) {", "-> reads isReady: false (relaxed)",
      "24: if instance == nil {", "25: instance = Theme()", "-> initializes A", "-> stores A in instance",
      "-> stores true in isReady (release)", "21: return instance", ">> looks into A: not initialized",
      "can be seen by: ARM and other hardware",
    ] {
      #expect(drawing.contains(line))
    }
  }

  @Test func `a replay code shows the same execution again`() throws {
    let first = try result()
    let again = try result(replay: first.replayCode)
    #expect(again.counterexample == first.counterexample)
    #expect(again.verdict == .refuted && again.findings == [.halfBuilt])
  }

  @Test func `a code of another class is refused`() throws {
    let code = try result().replayCode
    #expect(throws: CheckError.self) { try check(replay: code, fresh: { PlainAccount() }, access: { $0.cache }) }
    #expect(throws: CheckError.self) { try result(replay: "nonsense") }
  }

  @Test func `a code of a class that has changed is refused with the step`() throws {
    let code = try result().replayCode
    let error = #expect(throws: CheckError.self) {
      try check(replay: code, fresh: { Settings() }, access: { _ in Theme() })
    }
    #expect(error?.description.contains("no longer performs step") == true)
  }

  @Test func `the state of a mutex is drawn with its values`() throws {
    let result = try check(threads: 2, fresh: { Queue() }, access: { $0.cache })
    #expect(result.counterexample?.contains("unlocks state: (cache: A, isOpen: false)") == true, "\(result)")
  }

  @Test func `a fence is drawn with its line`() throws {
    let result = try check(threads: 2, fresh: { Fenced() }, access: { $0.cache })
    let drawing = try #require(result.counterexample)
    #expect(
      drawing.contains("passes a fence (release)") && drawing.contains(": atomicMemoryFence(ordering: .releasing)"))
  }
}

private final class Queue {
  private struct State {
    var cache: Cache?
    var isOpen = true
  }
  private let state = Mutex(State())

  /// Hands out `nil` to the second caller.
  var cache: Cache? {
    state.withLock { state in
      guard state.isOpen else { return nil }
      state = State(cache: Cache(), isOpen: false)
      return state.cache
    }
  }
}

private final class Fenced {
  private let isReady = Atomic(false)
  @Plain private var instance: Cache?

  /// Reads what the fence publishes without acquiring it.
  var cache: Cache? {
    if isReady.load(ordering: .relaxed) { return instance }
    instance = Cache()
    atomicMemoryFence(ordering: .releasing)
    isReady.store(true, ordering: .relaxed)
    return instance
  }
}
