import SingletonPlatform
import SingletonTrialRuntime
import Synchronization

/// The counts of a race or a part of it, which can be added.
struct RaceTally: Sendable {
  enum Field: Int, CaseIterable {
    case violatingTrials, nils, halfBuilt, initializations, deinitializations
    /// Trials that had an initialization.
    case builtTrials
    /// Trials of the control, and trials in which the control had several instances.
    case controlTrials, controlViolations
    /// Not 0 if several trials had the same instance.
    case hasCommonInstance
    /// Not 0 if each thread of a trial got an object that holds a value and that was made for this access.
    case hasBoxedValues
  }

  /// A word for each field, and then the numbers of trials by their number of instances.
  fileprivate var words: [UInt64]

  init(threads: Int) { words = Array(repeating: 0, count: Self.wordCount(threads: threads)) }

  fileprivate init(words: [UInt64]) { self.words = words }

  fileprivate static func wordCount(threads: Int) -> Int { Field.allCases.count + threads + 1 }

  subscript(field: Field) -> UInt64 {
    get { words[field.rawValue] }
    set { words[field.rawValue] = newValue }
  }

  subscript(trialsWith instances: Int) -> UInt64 {
    get { words[Field.allCases.count + instances] }
    set { words[Field.allCases.count + instances] = newValue }
  }

  /// The numbers of trials by their number of instances, from 0.
  var trialsByInstances: ArraySlice<UInt64> { words[Field.allCases.count...] }

  var trials: UInt64 { trialsByInstances.reduce(0, +) }

  /// The counts as a process without shared memory sends them.
  var text: String { words.map(String.init).joined(separator: " ") }
}

/// The counts of a race so far, in memory that its processes share.
final class RaceCounts: Sendable {
  /// The memory: the signs, the first violation, and the tally.
  let shared: SharedMemory
  private let began = monotonicNanoseconds()

  init(threads: Int) throws(EngineError) {
    let words = SharedMemory.Sign.allCases.count + 1 + RaceTally.wordCount(threads: threads)
    shared = try SharedMemory(threads: threads, byteCount: words * SharedMemory.wordBytes)
  }

  // The threads of a race that has hung in this process keep its counts.
  deinit { shared.unmap() }

  var age: UInt64 { monotonicNanoseconds() - began }

  var tally: RaceTally {
    RaceTally(
      words: (1...RaceTally.wordCount(threads: shared.threads)).map {
        shared.word($0).pointee.load(ordering: .relaxed)
      })
  }

  func add(_ tally: RaceTally) {
    for (index, count) in tally.words.enumerated() where count > 0 {
      shared.word(index + 1).pointee.wrappingAdd(count, ordering: .relaxed)
    }
  }

  func add(_ count: UInt64, to field: RaceTally.Field) {
    shared.word(field.rawValue + 1).pointee.wrappingAdd(count, ordering: .relaxed)
  }

  /// Adds the counts of a process with one trial.
  ///
  /// - Returns: Whether the text contains such counts.
  func add(_ text: String) -> Bool {
    let tally = RaceTally(words: text.split(separator: " ").compactMap { UInt64($0) })
    guard tally.words.count == RaceTally.wordCount(threads: shared.threads) else { return false }
    add(tally)
    if tally[.violatingTrials] > 0 { noteViolation(inTrial: self.tally.trials) }
    return true
  }

  /// Records a violating trial; the lowest number wins.
  ///
  /// - Parameter number: The number of the trial, from 1.
  func noteViolation(inTrial number: UInt64) {
    // Counted down, so that 0 means none. `max` compares as if words were signed.
    shared.word(0).pointee.max(UInt64(Int64.max) - number, ordering: .relaxed)
  }

  /// The number of the first violating trial, or `nil` if there was none.
  var firstViolation: UInt64? {
    let noted = shared.word(0).pointee.load(ordering: .relaxed)
    return noted == 0 ? nil : UInt64(Int64.max) - noted
  }
}
