import SingletonPlatform
import Synchronization

/// The counts of a race or a part of it, which can be added.
struct RaceTally: Sendable {
  enum Field: Int, CaseIterable {
    case violatingTrials, nils, halfBuilt, initializations, deinitializations
    /// Accesses that threw an error.
    case errors
    /// Trials whose values were not as expected.
    case unexpected
    /// Not 0 if the values of trials were judged, instead of the identities of instances.
    case isJudged
    /// Trials that had an initialization.
    case builtTrials
    /// Trials of the control, and trials in which the control had several instances.
    case controlTrials, controlViolations
    /// Not 0 if several trials had the same owner, or the same instance.
    case hasCommonOwner, hasCommonInstance
    /// Copies of this process that got an instance which was there before the race. They are not counted as trials.
    case unfreshTrials
    /// Not 0 if each thread of a trial got an object that holds a value and that was made for this access.
    case hasBoxedValues
    /// Reports of the thread sanitizer while the race ran.
    case sanitizerReports
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

  /// Whether the trials do not begin anew, so that more of them say nothing more.
  var isUnfresh: Bool {
    self[.hasCommonOwner] > 0 || self[.hasCommonInstance] > 0 || self[.unfreshTrials] > trials
  }
}

/// The counts of a race so far, in memory that its processes share.
final class RaceCounts: Sendable {
  /// The memory: the signs, the first violation, the tally, the outcomes, the instance of a copy's trial, the first error, and the
  /// stacks of the first crash and of a hang.
  let shared: SharedMemory
  static let errorBytes = 240
  private let began = monotonicNanoseconds()

  init(threads: Int) throws(EngineError) {
    let words = SharedMemory.Sign.allCases.count + 1 + RaceTally.wordCount(threads: threads) + OutcomeTable.words + 2
    // Behind the words: one that says who describes the first error, one for the length, and the text; and the stack of the
    // first crash.
    shared = try SharedMemory(
      threads: threads, byteCount: (words + 2 + Self.stackWords) * SharedMemory.wordBytes + Self.errorBytes)
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

  func replaceTally(by tally: RaceTally) {
    for (index, count) in tally.words.enumerated() { shared.word(index + 1).pointee.store(count, ordering: .relaxed) }
  }

  func add(_ tally: RaceTally) {
    for (index, count) in tally.words.enumerated() where count > 0 {
      shared.word(index + 1).pointee.wrappingAdd(count, ordering: .relaxed)
    }
  }

  func add(_ count: UInt64, to field: RaceTally.Field) {
    shared.word(field.rawValue + 1).pointee.wrappingAdd(count, ordering: .relaxed)
  }

  /// The counts as a process without shared memory sends them: words, and the first error if there is one.
  var report: String {
    tally.words.map(String.init).joined(separator: " ") + (firstError.map { Self.errorMark + $0 } ?? "")
  }

  private static let errorMark = " error: "

  /// Adds the report of a process with one trial.
  ///
  /// - Returns: Whether the text contains such a report.
  func add(_ report: String) -> Bool {
    let parts = report.split(separator: Self.errorMark, maxSplits: 1)
    let tally = RaceTally(words: (parts.first ?? "").split(separator: " ").compactMap { UInt64($0) })
    guard tally.words.count == RaceTally.wordCount(threads: shared.threads) else { return false }
    add(tally)
    if parts.count == 2 { note(error: parts[1]) }
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

  private var outcomesWord: Int { RaceTally.wordCount(threads: shared.threads) + 1 }
  var outcomes: OutcomeTable { OutcomeTable(shared, first: outcomesWord) }

  private var instanceWord: Int { outcomesWord + OutcomeTable.words }
  /// The address of the instance that the threads of a copy got in its only trial, and that of its class.
  var instanceWords: [UnsafePointer<Atomic<UInt64>>] { [shared.word(instanceWord), shared.word(instanceWord + 1)] }

  private var errorWord: Int { instanceWord + 2 }
  var errorText: UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(mutating: shared.word(errorWord + 2))
  }

  /// Keeps the description of an error, unless another error came first.
  func note(error: @autoclosure () -> some StringProtocol) {
    guard shared.word(errorWord).pointee.exchange(1, ordering: .relaxed) == 0 else { return }
    let text = error().utf8.prefix(Self.errorBytes)
    for (offset, byte) in text.enumerated() { errorText.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self) }
    shared.word(errorWord + 1).pointee.store(UInt64(text.count), ordering: .releasing)
  }

  /// The description of the first error that an access threw, without line breaks, or `nil` if there was none.
  var firstError: String? {
    let count = Int(shared.word(errorWord + 1).pointee.load(ordering: .acquiring))
    guard count > 0 else { return nil }
    let text = String(decoding: UnsafeRawBufferPointer(start: errorText, count: count), as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// The number of the first violating trial, or `nil` if there was none.
  var firstViolation: UInt64? {
    let noted = shared.word(0).pointee.load(ordering: .relaxed)
    return noted == 0 ? nil : UInt64(Int64.max) - noted
  }
}
