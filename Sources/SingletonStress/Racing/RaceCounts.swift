import SingletonPlatform
import SingletonTrialRuntime
import Synchronization

/// The counts of a race so far, in memory that its processes share.
final class RaceCounts: Sendable {
  enum Field: Int, CaseIterable {
    case violatingTrials, nils, halfBuilt, initializations, deinitializations
    /// Trials that had an initialization.
    case builtTrials
    /// Trials of the control, and those that had several instances.
    case controlTrials, controlViolations
    /// Not 0 if several trials had the same instance.
    case hasCommonInstance
    /// Not 0 if each thread of a trial got an object that holds a value and was made for this access.
    case hasBoxedValues
    /// The number of the first violating trial, counted down; 0 if there was none.
    case firstViolation
  }

  /// The memory: the signs, the fields, and the trials by the number of their instances.
  let shared: SharedMemory
  private let began = monotonicNanoseconds()

  init(threads: Int) throws(EngineError) {
    let words = SharedMemory.Sign.allCases.count + Field.allCases.count + threads + 1
    shared = try SharedMemory(threads: threads, byteCount: words * SharedMemory.wordBytes)
  }

  // The threads of a race that has hung in this process keep its counts.
  deinit { shared.unmap() }

  /// The time since the race began.
  var age: UInt64 { monotonicNanoseconds() - began }

  subscript(field: Field) -> UInt64 { shared.word(field.rawValue).pointee.load(ordering: .relaxed) }

  func add(_ count: UInt64, to field: Field) {
    shared.word(field.rawValue).pointee.wrappingAdd(count, ordering: .relaxed)
  }
}

extension RaceCounts {
  private func trialWord(_ instances: Int) -> UnsafePointer<Atomic<UInt64>> {
    shared.word(Field.allCases.count + instances)
  }

  func add(_ trials: UInt64, toTrialsWith instances: Int) {
    trialWord(instances).pointee.wrappingAdd(trials, ordering: .relaxed)
  }

  /// The number of trials by the number of their instances, from 0.
  var trialsByInstances: [UInt64] { (0...shared.threads).map { trialWord($0).pointee.load(ordering: .relaxed) } }

  var trials: UInt64 { trialsByInstances.reduce(0, +) }
}

extension RaceCounts {
  /// Records a violating trial; the lowest number wins.
  ///
  /// - Parameter number: The number of the trial, from 1.
  func noteViolation(inTrial number: UInt64) {
    // Counted down, so that 0 means none. `max` compares as if words were signed.
    shared.word(Field.firstViolation.rawValue).pointee.max(UInt64(Int64.max) - number, ordering: .relaxed)
  }

  /// The number of the first violating trial, or `nil` if there was none.
  var firstViolation: UInt64? {
    let noted = self[.firstViolation]
    return noted == 0 ? nil : UInt64(Int64.max) - noted
  }
}

// MARK: - Counts that come from a process that shares no memory

extension RaceCounts {
  private static let sums = Field.allCases.filter { $0 != .firstViolation }

  /// The counts of a process with one trial, as text.
  var text: String { (Self.sums.map { self[$0] } + trialsByInstances).map(String.init).joined(separator: " ") }

  /// Adds the counts of a process with one trial.
  ///
  /// - Returns: Whether the text holds them.
  func add(_ text: String) -> Bool {
    let words = text.split(separator: " ").compactMap { UInt64($0) }
    guard words.count == Self.sums.count + shared.threads + 1 else { return false }
    let violations = self[.violatingTrials]
    for (field, word) in zip(Self.sums, words) { add(word, to: field) }
    for (instances, count) in words.dropFirst(Self.sums.count).enumerated() {
      add(count, toTrialsWith: instances)
    }
    if self[.violatingTrials] > violations { noteViolation(inTrial: trials) }
    return true
  }
}
