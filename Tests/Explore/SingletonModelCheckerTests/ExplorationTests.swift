import SingletonMemoryModels
import SingletonModelChecker
import Testing

/// The behavior of explorations apart from the number of executions.
@Suite struct `Explorations` {
  @Test func `a thread that behaves differently when it is replayed stops the exploration`() {
    final class Fickle: Program {
      var runs: UInt = 0
      var done = [0, 0]
      let threadCount = 2
      func initialValue(of location: Int) -> UInt { 0 }
      func restart(_ thread: Int) {
        done[thread] = 0
        runs += 1
      }
      func advance(_ thread: Int, with value: UInt) -> Action {
        done[thread] += 1
        if done[thread] > 2 { return .finished }
        var operation: Operation = done[thread] == 1 ? .store(thread, runs, .relaxed) : .load(1 - thread, .relaxed)
        operation.sourceLine = 5
        return .operation(operation)
      }
    }
    #expect {
      try Recorder.exploring(Fickle())
    } throws: { error in
      guard case ExplorationError.notDeterministic(let thread, 0, let expected, .operation(let got)) = error else {
        return false
      }
      return thread == Int(expected.location) && got.value != expected.value
        && expected.sourceLine == 5 && "\(error)".contains("likely")
    }
  }

  @Test func `a program has the same runs in the same order in every exploration`() throws {
    var programs = RandomPrograms(seed: 99)
    for _ in 0..<20 {
      let threads = programs.program()
      let first = try Recorder.exploring(StraightLineProgram(threads))
      let second = try Recorder.exploring(StraightLineProgram(threads))
      #expect(first.complete == second.complete)
      #expect(first.endings == second.endings)
    }
  }

  @Test func `a visitor can stop an exploration at once`() throws {
    let threads = Array(repeating: [Operation.add(0, 1, .relaxed)], count: 5)
    let recorder = Recorder(limit: 3)
    let explorer = try Explorer(StraightLineProgram(threads), under: .rc11, visitor: recorder)
    #expect(try !explorer.run())
    #expect(recorder.endings == 3)
  }

  @Test func `a loop without a wait is an error, and is not followed forever`() {
    let threads = [Array(repeating: Operation.load(0, .relaxed), count: 300)]
    #expect(throws: ExplorationError.tooManyEvents(thread: 0)) {
      try Recorder.exploring(StraightLineProgram(threads))
    }
  }

  @Test(arguments: [-1, ExecutionGraph.locationLimit])
  func `a location outside the range of a graph is an error`(location: Int) {
    #expect(throws: ExplorationError.noSuchLocation(thread: 0, location: location)) {
      try Recorder.exploring(StraightLineProgram([[.load(location, .relaxed)]]))
    }
  }

  @Test(arguments: [0, ExecutionGraph.threadLimit + 1])
  func `a program with no threads, or with too many, is an error`(count: Int) {
    #expect(throws: ExplorationError.tooManyThreads(count)) {
      try Recorder.exploring(StraightLineProgram(Array(repeating: [], count: count)))
    }
  }

  @Test func `a wait for a value that no thread writes is stuck`() throws {
    let wait = Operation.load(0, .relaxed).waiting(until: .equal, 1)
    let recorder = try Recorder.exploring(StraightLineProgram([[wait], [.store(0, 2, .relaxed)]]))
    #expect(recorder.stuck.count == 1)
    #expect(recorder.complete.isEmpty)
  }
}
