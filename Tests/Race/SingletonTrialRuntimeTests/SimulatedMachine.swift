import SingletonModelChecker
import Synchronization

@testable import SingletonTrialRuntime

/// A machine in simulated time, on which threads of the engine's own code run, one step of each core at a time. Whatever
/// happens is the same each time.
final class SimulatedMachine {
  /// The machine that is running. Only one at a time is.
  nonisolated(unsafe) static var current: SimulatedMachine!

  /// What threads do while they wait, on the machine that is running.
  enum Waiting: SingletonTrialRuntime.Waiting {
    static func pause() { current.pass(.paused) }
    static func yield() { current.pass(.yielded) }
    static func sleep(_ word: UnsafeMutablePointer<Atomic<UInt32>>, while value: UInt32) {
      if word.pointee.load(ordering: .relaxed) == value { current.pass(.asleep(UInt(bitPattern: word))) }
    }
    static func wakeAll(_ word: UnsafeMutablePointer<Atomic<UInt32>>) { current.wakeAll(UInt(bitPattern: word)) }
  }

  private enum State: Equatable {
    case working, paused, yielded, done
    case asleep(UInt)
  }

  private let program: CoroutineProgram
  private let cores: Int
  /// The steps after which a thread has to leave its core if others wait for one.
  private let slice: Int
  /// The theft of a thread's core at the given time, for the given number of steps.
  private let theft: (thread: Int, at: Int, steps: Int)?
  private var handles: [ModeledThread?]
  private var states: [State]
  private var running: [Int]
  private var ready: [Int]
  private var slices: [Int]
  private var now = 0
  private var stepping = 0

  /// The number of times that each thread has paused.
  private(set) var pauses: [Int]

  /// - Parameter body: What each thread does, given its index.
  init(
    threads: Int, cores: Int, slice: Int = 5_000, theft: (thread: Int, at: Int, steps: Int)? = nil,
    _ body: @escaping (SimulatedMachine, Int) -> Void
  ) {
    self.cores = cores
    self.slice = slice
    self.theft = theft
    handles = Array(repeating: nil, count: threads)
    states = Array(repeating: .working, count: threads)
    pauses = Array(repeating: 0, count: threads)
    slices = pauses
    running = Array(0..<min(threads, cores))
    ready = Array(running.count..<threads)
    program = CoroutineProgram(
      (0..<threads).map { index in
        { handle in
          let machine = SimulatedMachine.current!
          machine.handles[index] = handle
          body(machine, index)
        }
      })
  }

  /// Runs all threads to their end.
  ///
  /// - Returns: The steps that it took, or `nil` if all threads that had not ended were asleep.
  func run() -> Int? {
    Self.current = self
    defer { Self.current = nil }
    for thread in states.indices { program.restart(thread) }
    while states.contains(where: { $0 != .done }) {
      guard !running.isEmpty else { return nil }
      now += 1
      for thread in running where !isStolen(thread) { step(thread) }
      schedule()
    }
    return now
  }

  /// Keeps the current thread's core busy for the given number of steps.
  func work(_ steps: Int) { for _ in 0..<steps { pass(.working) } }

  private func isStolen(_ thread: Int) -> Bool {
    theft.map { $0.thread == thread && ($0.at..<$0.at + $0.steps).contains(now) } ?? false
  }

  private func step(_ thread: Int) {
    stepping = thread
    if case .finished = program.advance(thread, with: 0) { states[thread] = .done }
    slices[thread] += 1
  }

  /// Gives cores to those that wait for one.
  private func schedule() {
    let leaving = running.filter { thread in
      switch states[thread] {
      case .done, .asleep: true
      case .yielded: !ready.isEmpty
      case .working, .paused: slices[thread] >= slice && !ready.isEmpty
      }
    }
    running.removeAll(where: leaving.contains)
    ready += leaving.filter { thread in
      if case .asleep = states[thread] { false } else { states[thread] != .done }
    }
    while running.count < cores, !ready.isEmpty {
      let next = ready.removeFirst()
      slices[next] = 0
      running.append(next)
    }
  }

  /// Ends the current thread's step.
  private func pass(_ state: State) {
    let thread = stepping
    states[thread] = state
    if state == .paused { pauses[thread] += 1 }
    _ = handles[thread]!.perform(.load(0, .relaxed))
    states[thread] = .working
  }

  private func wakeAll(_ word: UInt) {
    for thread in states.indices where states[thread] == .asleep(word) {
      states[thread] = .working
      if !running.contains(thread) { ready.append(thread) }
    }
  }
}
