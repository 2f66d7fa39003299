package import SingletonModelChecker
import SingletonStrategyKit

/// One trial as a program to check: modeled threads that ask for one shared instance.
package final class Trial {
  package let program: CoroutineProgram
  let state: TrialState
  let callers: Int
  /// The record of each thread of the program.
  let records: UnsafeMutableBufferPointer<CallerRecord>
  /// The number of threads of the program that run before any caller.
  let preparing: Int
  private let makeNames: () -> LocationNames

  /// The names of the locations.
  var names: LocationNames { makeNames() }

  /// Creates a trial.
  ///
  /// - Parameters:
  ///   - preparing: The number of bodies that run before the others.
  ///   - callers: The number of threads in each phase. The bodies follow phase by phase, and all threads finish a phase
  ///     before any begins the next.
  ///   - alike: The groups of callers that do the same in all phases.
  ///   - openLoops: Takes the loops whose rounds are not all explored, if the bodies may contain loops that are not written
  ///     as waits.
  ///   - bodies: The body of each thread. It may be abandoned at any operation, so it captures nothing that would have
  ///     to be released.
  package init(
    _ state: TrialState, preparing: Int = 0, callers: Int, names: @escaping () -> LocationNames, alike: [[Int]] = [],
    openLoops: OpenLoops? = nil, bodies: [(ModelCaller) -> Void]
  ) {
    self.state = state
    self.callers = callers
    self.preparing = preparing
    makeNames = names
    records = .allocate(capacity: bodies.count)
    let (first, shared) = (records.baseAddress!, Unmanaged.passUnretained(state))
    let predecessors = bodies.indices.map { number -> [Int] in
      guard number >= preparing else { return [] }
      let phase = (number - preparing) / callers
      return phase == 0 ? Array(0..<preparing) : (0..<callers).map { preparing + (phase - 1) * callers + $0 }
    }
    let threads = bodies.enumerated().map { number, body -> CoroutineProgram.Body in
      let index = Self.caller(ofThread: number, preparing: preparing, callers: callers)
      return { thread in
        (first + number).initialize(to: CallerRecord(thread: thread, index: index))
        body(ModelCaller(record: first + number, trial: shared))
      }
    }
    let symmetry = Symmetry(
      groups: alike.map { group in
        group.map { caller in Array(stride(from: preparing + caller, to: bodies.count, by: callers)) }
      })
    program = CoroutineProgram(
      threads, predecessors: predecessors, symmetry: symmetry, areAlike: { !state.hasIndexedCallers },
      openLoops: openLoops, stackBytes: Self.stackBytes
    ) {
      state.memory.initialValue(of: $0)
    }
  }

  deinit { records.deallocate() }

  /// Pages that are never touched cost nothing, and an accessor may call a library.
  private static let stackBytes = 1 << 20

  static func caller(ofThread number: Int, preparing: Int, callers: Int) -> Int {
    number < preparing ? 0 : (number - preparing) % callers
  }
}
