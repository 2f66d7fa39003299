import SingletonModelChecker
import Testing

/// Programs whose threads are Swift closures.
@Suite struct `Coroutine programs` {
  /// The correct double-checked lock. Location 0 is the lock, 1 the published instance, 1 + n the field of instance n.
  private func doubleCheckedLock(_ thread: ModeledThread) {
    let own = thread.number + 1
    var found = thread.perform(.load(1, .acquire))
    if found == 0 {
      _ = thread.perform(.exchange(0, 1, .acquire).waiting(until: .equal, 0))
      found = thread.perform(.load(1, .relaxed))
      if found == 0 {
        _ = thread.perform(.store(1 + own, 7, .plain))
        _ = thread.perform(.store(1, UInt(own), .release))
        found = UInt(own)
      }
      _ = thread.perform(.store(0, 0, .release))
    }
    if thread.perform(.load(1 + Int(found), .plain)) != 7 { thread.fail(1) }
  }

  @Test(arguments: [1: 1, 2: 4, 3: 15, 4: 64])
  func `a lock written in Swift has as many executions as the same litmus program`(n: Int, executions: Int) throws {
    let program = CoroutineProgram(Array(repeating: doubleCheckedLock, count: n))
    let recorder = try Recorder.exploring(program)
    #expect(recorder.complete.count == executions)
    #expect(Set(recorder.complete).count == executions)
    #expect(recorder.findings.isEmpty)
    #expect(recorder.failures.isEmpty)
  }

  @Test func `a program whose stacks do not fit in memory is neither explored nor replayed`() throws {
    let program = CoroutineProgram([{ _ in }], stackBytes: 1 << 60)
    #expect(throws: ExplorationError.noStack(byteCount: 1 << 60)) { try Recorder.exploring(program) }
    #expect(throws: ReplayError.self) { try Replay(program, Schedule(turns: [], concerned: [])) }
  }

  @Test func `a failed step ends its thread and is reported with its code`() throws {
    let program = CoroutineProgram([
      { thread in _ = thread.perform(.store(0, 1, .relaxed)) },
      { thread in if thread.perform(.load(0, .relaxed)) == 1 { thread.fail(42) } },
    ])
    let recorder = try Recorder.exploring(program)
    #expect(recorder.failures == [42])
    #expect(recorder.complete.count == 1)
  }

  @Test func `floating-point values survive a context switch`() throws {
    let program = CoroutineProgram(
      (1...2).map { factor in
        { thread in
          var sum = 0.5 * Double(factor)
          for round in 1...3 { sum += Double(thread.perform(.add(0, 1, .relaxed)) * 0) + Double(round) }
          if sum != 6 + 0.5 * Double(factor) { thread.fail(1) }
        }
      })
    let recorder = try Recorder.exploring(program)
    #expect(recorder.failures.isEmpty)
    #expect(recorder.complete.count == 20)
  }

  @Test func `a body that depends on an earlier run is an error`() {
    let box = Box()
    let program = CoroutineProgram([
      { thread in
        box.value += 1
        _ = thread.perform(.store(0, box.value, .relaxed))
        _ = thread.perform(.load(1, .relaxed))
      },
      { thread in _ = thread.perform(.store(1, 1, .relaxed)) },
    ])
    #expect(throws: ExplorationError.self) { try Recorder.exploring(program) }
  }

  private final class Box {
    var value: UInt = 0
  }
}
