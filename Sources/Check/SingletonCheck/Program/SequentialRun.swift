package import SingletonModelChecker

/// An execution of a program one step after the other, in which each read reads the latest write.
package struct SequentialRun {
  private let program: any Program
  /// The values of the locations that were written to.
  package private(set) var values: [Int: UInt] = [:]
  /// The next step of each thread.
  package private(set) var next: [Action]

  /// The threads that have taken the steps so far.
  private var steps: [Int] = []

  /// Begins an execution.
  package init(_ program: any Program) {
    self.program = program
    next = []
    begin()
  }

  private mutating func begin() {
    (values, steps) = ([:], [])
    program.restartAll()
    next = (0..<program.threadCount).map { program.advance($0, with: 0) }
  }

  /// Whether all threads have finished.
  package var isComplete: Bool { next.allSatisfy { $0 == .finished } }

  /// The threads that can take a step; if there are none, those whose time limit is then over.
  package var ready: [Int] {
    let ready = next.indices.filter(isReady)
    return ready.isEmpty ? next.indices.filter(canTimeOut) : ready
  }

  private func canTimeOut(_ thread: Int) -> Bool {
    guard case .operation(let operation) = next[thread] else { return false }
    return operation.canTimeOut
  }

  private func isReady(_ thread: Int) -> Bool {
    guard case .operation(let operation) = next[thread] else { return false }
    return operation.kind == .fence || operation.isFulfilled(by: value(at: Int(operation.location)))
  }

  private func value(at location: Int) -> UInt { values[location] ?? program.initialValue(of: location) }

  /// Lets a thread that is ready take its next step.
  package mutating func step(_ thread: Int) {
    take(thread)
    while program.mustRestart {
      let taken = steps
      begin()
      for thread in taken where !program.mustRestart { take(thread) }
    }
  }

  private mutating func take(_ thread: Int) {
    steps.append(thread)
    guard case .operation(let operation) = next[thread] else { return }
    var found: UInt = 0
    if operation.kind != .fence {
      let location = Int(operation.location)
      let old = value(at: location)
      if operation.kind != .store { found = old }
      values[location] = operation.kind == .store ? operation.value : operation.updated(old) ?? old
    }
    next[thread] = program.advance(thread, with: found)
  }
}
