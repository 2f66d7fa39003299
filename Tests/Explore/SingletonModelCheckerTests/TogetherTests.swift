import SingletonModelChecker
import Testing

/// Programs whose threads share state, and are restarted together.
@Suite struct `Threads that restart together` {
  @Test func `are explored like threads that restart alone, and never read what was not written yet`() throws {
    var programs = RandomPrograms(seed: 42)
    for _ in 0..<200 {
      let threads = programs.program()
      let alone = try Recorder.exploring(StraightLineProgram(threads))
      let program = SharingProgram(threads)
      let together = try Recorder.exploring(program)
      #expect(Set(together.complete) == Set(alone.complete))
      #expect(together.complete.count == alone.complete.count)
      #expect(together.endings == alone.endings)
      #expect(program.readsOfNothing == 0, "\(threads)")
    }
  }
}

/// A straight-line program whose threads write to one memory, as real code does.
private final class SharingProgram: Program {
  private let program: StraightLineProgram
  private var written: [Set<UInt>] = []
  private var last: [Operation?]
  /// The number of values that a thread was given before any thread had written them.
  private(set) var readsOfNothing = 0

  init(_ threads: [[Operation]]) {
    program = StraightLineProgram(threads)
    last = threads.map { _ in nil }
  }

  var threadCount: Int { program.threadCount }
  var restartsTogether: Bool { true }
  func initialValue(of location: Int) -> UInt { 0 }
  func restart(_ thread: Int) { Issue.record("a thread was restarted alone") }

  func restartAll() {
    for thread in 0..<threadCount { program.restart(thread) }
    written = Array(repeating: [0], count: 16)
    last = last.map { _ in nil }
  }

  func advance(_ thread: Int, with value: UInt) -> Action {
    if let operation = last[thread] { perform(operation, reading: value) }
    let next = program.advance(thread, with: value)
    if case .operation(let operation) = next { last[thread] = operation } else { last[thread] = nil }
    return next
  }

  private func perform(_ operation: Operation, reading value: UInt) {
    guard operation.kind != .fence else { return }
    let location = Int(operation.location)
    switch operation.kind {
    case .store, .free: written[location].insert(operation.value)
    default:
      // A weak compare-exchange that fails is not given the value that it has read.
      guard value != Operation.failure else { return }
      if !written[location].contains(value) { readsOfNothing += 1 }
      if let new = operation.updated(value) { written[location].insert(new) }
    }
  }
}
