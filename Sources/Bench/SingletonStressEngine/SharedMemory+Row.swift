internal import CSingletonPlatform
import SingletonCore
import SingletonPlatform
import SingletonStrategyKit
import SingletonTrialRuntime
import Synchronization

/// The words that a row's child writes, in addition to the signs and counters.
enum RowField: Int, CaseIterable {
  case peakRunning
  case running
  case wallNanoseconds
  case cpuNanoseconds
  /// The number of cells in a full sweep.
  case cells
  /// The layout that ``SweepTuner/best`` has found.
  case cellBytes, cellOffset, cellsPerBlock
  case placed
  /// The number of samples taken. It may exceed the number of samples that fit into the memory.
  case samples
  /// 1 if the row was abandoned because not all threads started.
  case gaveUp
  /// The number of the trial's process if a signal has stopped it, written by the child that started it; otherwise 0.
  case stoppedProcess
  /// 1 if the child has completed its work. Without it, a strategy has ended the process early, whatever the exit code
  /// is.
  case isDone
}

/// An access whose instructions a child counts.
enum CountedAccess: Int, CaseIterable {
  case first
  case later
  /// A second later access, whose count must be the same.
  case again
}

/// The memory of a row:
///
///     head      one UInt64 per ``SharedMemory/Sign`` and ``RowField``
///     counters  one UInt64 per Counter for each thread, on cache lines that only this thread writes
///     trials    one UInt64 per number of instances, from 0: the trials with that number that are not plain
///     steps     one cp_steps per CountedAccess
///     samples   16 bytes per timed batch
///     stacks    the stacks of the threads, if the child hung
///
/// Parent and child run the same executable, so both use the same layout.
private enum RowLayout {
  static let fieldBytes = SharedMemory.wordBytes
  static let headBytes = 2 * CacheLine.isolation
  static let counterBytes = 2 * CacheLine.isolation
  static let sampleBytes = 16
  /// The maximum number of instances that one thread can get in one trial, which is more than any scenario has
  /// accesses.
  static let instancesPerThread = 16
  static let counterSlots = counterBytes / MemoryLayout<UInt64>.stride

  static func trialSlots(threads: Int) -> Int { threads * instancesPerThread + 1 }

  /// The offset of the counts of trials by their number of instances.
  static func trialOffset(threads: Int) -> Int { headBytes + threads * counterBytes }

  static func stepOffset(threads: Int) -> Int {
    trialOffset(threads: threads) + trialSlots(threads: threads) * fieldBytes
  }

  /// The offset of the samples. The bytes before it must be cleared for a new row.
  static func sampleOffset(threads: Int) -> Int {
    stepOffset(threads: threads) + CountedAccess.allCases.count * MemoryLayout<cp_steps>.stride
  }

  static func stackOffset(threads: Int) -> Int {
    sampleOffset(threads: threads) + SharedMemory.sampleCapacity * sampleBytes
  }

  static func byteCount(threads: Int) -> Int {
    let words = SharedMemory.Sign.allCases.count + RowField.allCases.count
    precondition(words * fieldBytes <= headBytes, "the fields need more space")
    precondition(CallerState.counterSlots <= counterSlots, "a thread's counters need more space")
    return stackOffset(threads: threads) + WaitingStacks.wordCount * SharedMemory.wordBytes
  }
}

extension SharedMemory {
  static let sampleCapacity = 1 << 15

  static func ofRow(threads: Int) throws(EngineError) -> SharedMemory {
    try SharedMemory(threads: threads, byteCount: RowLayout.byteCount(threads: threads))
  }

  /// Maps the memory that a row's parent process created.
  static func ofRow(descriptor: Int32, threads: Int) throws(EngineError) -> SharedMemory {
    try SharedMemory(descriptor: descriptor, threads: threads, byteCount: RowLayout.byteCount(threads: threads))
  }

  /// Restores the initial state. Samples remain, because the field for their number is cleared, and stacks, which are noted
  /// anew when they are asked for.
  func clear() { clear(before: RowLayout.sampleOffset(threads: threads)) }

  subscript(field: RowField) -> Atomic<UInt64> {
    unsafeAddress { word(field.rawValue) }
  }

  func value(_ field: RowField) -> UInt64 { self[field].load(ordering: .relaxed) }

  var waitingStacks: WaitingStacks { WaitingStacks(at: base + RowLayout.stackOffset(threads: threads)) }

  /// Where the threads ran. `none` before it is set, or if a strategy has overwritten the memory.
  var placed: Placement {
    get {
      let results = Placement.allCases
      return Int(exactly: value(.placed)).flatMap { results.indices.contains($0) ? results[$0] : nil } ?? .none
    }
    nonmutating set {
      self[.placed].store(UInt64(Placement.allCases.firstIndex(of: newValue)!), ordering: .relaxed)
    }
  }

  func counters(ofThread thread: Int) -> UnsafeMutablePointer<UInt64> {
    (base + RowLayout.headBytes + thread * RowLayout.counterBytes).assumingMemoryBound(to: UInt64.self)
  }

  /// The counters of all threads, merged into one tally.
  var tally: Tally {
    var sum = Tally()
    for thread in 0..<threads {
      var own = Tally()
      let counters = counters(ofThread: thread)
      for counter in Counter.allCases { own[counter] = counters[counter.rawValue] }
      own[.inits] += NativeCaller.entries(counters)
      sum.merge(own)
    }
    for instances in 0..<RowLayout.trialSlots(threads: threads) {
      sum.count(trialsByInstances[instances].load(ordering: .relaxed), instances: UInt64(instances))
    }
    let counted = sum.trialsByInstances.values.reduce(0, &+)
    sum.count(sum[.trials] > counted ? sum[.trials] - counted : 0, instances: 1)
    return sum
  }

  /// For each number of instances, the number of trials that are not plain. Plain trials, which have one instance, are
  /// all the rest, so they are not counted here.
  private var trialsByInstances: UnsafeMutablePointer<Atomic<UInt64>> {
    (base + RowLayout.trialOffset(threads: threads)).assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  func count(trials: UInt64, instances: Int) {
    precondition(instances < RowLayout.trialSlots(threads: threads), "the trials need more space")
    trialsByInstances[instances].wrappingAdd(trials, ordering: .relaxed)
  }

  /// The steps that were counted in an access.
  subscript(access: CountedAccess) -> cp_steps {
    get { steps[access.rawValue] }
    nonmutating set { steps[access.rawValue] = newValue }
  }

  private var steps: UnsafeMutablePointer<cp_steps> {
    (base + RowLayout.stepOffset(threads: threads)).assumingMemoryBound(to: cp_steps.self)
  }

  private var sampleArea: UnsafeMutableRawPointer { base + RowLayout.sampleOffset(threads: threads) }

  /// Stores a sample.
  ///
  /// - Returns: `false` if there is no space left.
  @discardableResult
  func add(_ kind: TimingSample.Kind, operations: Int, elapsed: UInt64) -> Bool {
    guard !isFullOfSamples else { return false }
    let place = Int(self[.samples].wrappingAdd(1, ordering: .relaxed).oldValue)
    guard place < Self.sampleCapacity else { return false }
    let address = sampleArea + place * RowLayout.sampleBytes
    address.storeBytes(of: kind.rawValue, as: UInt32.self)
    address.storeBytes(of: UInt32(operations), toByteOffset: 4, as: UInt32.self)
    address.storeBytes(of: elapsed, toByteOffset: 8, as: UInt64.self)
    return true
  }

  var isFullOfSamples: Bool { value(.samples) >= Self.sampleCapacity }

  var samples: [TimingSample] {
    (0..<min(Int(value(.samples)), Self.sampleCapacity)).compactMap { place in
      let address = sampleArea + place * RowLayout.sampleBytes
      guard let kind = TimingSample.Kind(rawValue: address.load(as: UInt32.self)) else { return nil }
      return TimingSample(
        kind: kind, operations: address.load(fromByteOffset: 4, as: UInt32.self),
        elapsedNanoseconds: address.load(fromByteOffset: 8, as: UInt64.self))
    }
  }
}
