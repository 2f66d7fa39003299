internal import CSingletonPlatform
package import SingletonCore
package import SingletonPlatform
import SingletonStrategyKit
package import Synchronization

/// Memory shared by a row's parent and child, so that the exact counts survive a trap or a kill of the child.
///
///     head      one UInt64 per ``Field``
///     counters  one UInt64 per Counter for each thread, on cache lines of the thread's own
///     trials    one UInt64 per number of instances, from 0: trials that had so many, without the plain ones
///     samples   16 bytes per timed batch
package struct SharedMemory: Sendable {
  /// A value that the child reports besides its counters.
  package enum Field: Int, CaseIterable {
    /// A number that increases with the row's progress.
    case heartbeat
    case threadsStarted
    case peakRunning
    case running
    case wallNanoseconds
    case cpuNanoseconds
    /// The number of cells in a full sweep.
    case cells
    /// What ``SweepTuner/best`` was at the end.
    case cellBytes, cellOffset, cellsPerBlock
    /// What ``SharedMemory/placed`` is.
    case placed
    /// The number of samples taken, which may exceed the capacity.
    case samples
    /// 1 if the row was abandoned because not all threads started.
    case gaveUp
    /// The trials of a control, and those that showed it broken.
    case controlTrials, controlViolations
    /// 1 if several trials had the same instance.
    case hasCommonInstance
    /// 1 if each thread of a trial got an object that holds a value and was made for this access.
    case hasBoxedValues
    /// 1 if the run was canceled.
    case isCanceled
    /// What ``SharedMemory/noteViolation(inTrial:)`` has noted.
    case firstViolation
    /// 1 if another process has sent a signal that a fault of the child's own raises, too.
    case signaledByOthers
    /// The number of the process that runs the trial if a signal has stopped it, and its parent is the child; otherwise 0.
    case stoppedProcess
    /// 1 if the child has completed its work. A strategy may end the process before that, with any exit code.
    case isDone
  }

  /// The offsets and sizes. Parent and child run the same executable, so they agree on them.
  private enum Layout {
    static let fieldBytes = MemoryLayout<Atomic<UInt64>>.stride
    static let headBytes = 2 * CacheLine.isolation
    static let counterBytes = 2 * CacheLine.isolation
    static let sampleBytes = 16
    /// The most instances of one thread in one trial: more than any scenario has accesses.
    static let instancesPerThread = 16
    static let counterSlots = counterBytes / MemoryLayout<UInt64>.stride

    static func trialSlots(threads: Int) -> Int { threads * instancesPerThread + 1 }

    /// The offset of the trials by the number of their instances.
    static func trialOffset(threads: Int) -> Int { headBytes + threads * counterBytes }

    /// The offset of the samples. What is before it must be cleared for a new row.
    static func sampleOffset(threads: Int) -> Int {
      trialOffset(threads: threads) + trialSlots(threads: threads) * fieldBytes
    }

    static func byteCount(threads: Int) -> Int {
      precondition(Field.allCases.count * fieldBytes <= headBytes, "the fields need more space")
      precondition(CallerState.counterSlots <= counterSlots, "a thread's counters need more space")
      return sampleOffset(threads: threads) + sampleCapacity * sampleBytes
    }
  }

  static let sampleCapacity = 1 << 15

  package let descriptor: Int32
  package let threads: Int
  // The memory is changed by several threads and two processes. Fields are atomic, and each thread has its own
  // counters.
  nonisolated(unsafe) private let base: UnsafeMutableRawPointer

  /// Maps the memory that a parent created.
  init(descriptor: Int32, threads: Int) throws(EngineError) {
    self.descriptor = descriptor
    self.threads = threads
    let count = Layout.byteCount(threads: threads)
    let address = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let address, address != MAP_FAILED else { throw EngineError("mapping the row's shared memory", .last) }
    base = address
  }

  /// Creates memory for the given number of threads, in an unnamed file.
  package static func make(threads: Int) throws(EngineError) -> SharedMemory {
    let descriptor = try EngineError.explained("making a file to share with a child", unnamedFile)
    guard ftruncate(descriptor, off_t(Layout.byteCount(threads: threads))) == 0 else {
      throw EngineError("reserving the row's shared memory", .last)
    }
    return try SharedMemory(descriptor: descriptor, threads: threads)
  }

  package func unmap() {
    munmap(base, Layout.byteCount(threads: threads))
    close(descriptor)
  }

  /// Restores the initial state. Samples need not be cleared, because their number is a field.
  func clear() { memset(base, 0, Layout.sampleOffset(threads: threads)) }
}

extension SharedMemory {
  package subscript(field: Field) -> Atomic<UInt64> {
    unsafeAddress {
      UnsafePointer((base + field.rawValue * Layout.fieldBytes).assumingMemoryBound(to: Atomic<UInt64>.self))
    }
  }

  package func value(_ field: Field) -> UInt64 { self[field].load(ordering: .relaxed) }

  /// Records a violating trial; the lowest number wins.
  ///
  /// - Parameter number: The number of the trial, from 1.
  package func noteViolation(inTrial number: UInt64) {
    // Counted down, so that 0 means none. `max` compares as if words were signed.
    self[.firstViolation].max(UInt64(Int64.max) - number, ordering: .relaxed)
  }

  /// The number of the first trial that was violated, or `nil` if none was.
  package var firstViolation: UInt64? {
    let noted = value(.firstViolation)
    return noted == 0 ? nil : UInt64(Int64.max) - noted
  }

  /// What came of the placement; none before it is set, or if a strategy has overwritten it.
  package var placed: Placement.Result {
    get {
      let results = Placement.Result.allCases
      return Int(exactly: value(.placed)).flatMap { results.indices.contains($0) ? results[$0] : nil } ?? .none
    }
    nonmutating set {
      self[.placed].store(UInt64(Placement.Result.allCases.firstIndex(of: newValue)!), ordering: .relaxed)
    }
  }

  /// Notes, from now on, that another process sends a signal as if a strategy were at fault.
  package func noteSignalsOfOthers() {
    cp_note_signals_of_others(
      (base + Field.signaledByOthers.rawValue * Layout.fieldBytes).assumingMemoryBound(to: UInt64.self))
  }

  /// Signals progress to the watchdog.
  package func beat() { self[.heartbeat].wrappingAdd(1, ordering: .relaxed) }

  package func counters(ofThread thread: Int) -> UnsafeMutablePointer<UInt64> {
    (base + Layout.headBytes + thread * Layout.counterBytes).assumingMemoryBound(to: UInt64.self)
  }

  /// The counters of all threads, merged into one tally.
  package var tally: Tally {
    var sum = Tally()
    for thread in 0..<threads {
      var own = Tally()
      let counters = counters(ofThread: thread)
      for counter in Counter.allCases { own[counter] = counters[counter.rawValue] }
      own[.inits] += NativeCaller.entries(counters)
      sum.merge(own)
    }
    sum.instancesPerTrial = instancesPerTrial(of: sum[.trials])
    return sum
  }
}

extension SharedMemory {
  /// The trials with each number of instances, without the plain ones, which are the rest and need no counting.
  private var trialsByInstances: UnsafeMutablePointer<Atomic<UInt64>> {
    (base + Layout.trialOffset(threads: threads)).assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  /// Counts trials that were not plain.
  package func count(trials: UInt64, instances: Int) {
    precondition(instances < Layout.trialSlots(threads: threads), "the trials need more space")
    trialsByInstances[instances].wrappingAdd(trials, ordering: .relaxed)
  }

  private func instancesPerTrial(of trials: UInt64) -> InstanceHistogram {
    var histogram = InstanceHistogram()
    for instances in 0..<Layout.trialSlots(threads: threads) {
      histogram.count(trialsByInstances[instances].load(ordering: .relaxed), instances: UInt64(instances))
    }
    let counted = histogram.trialCount
    histogram.count(trials > counted ? trials - counted : 0, instances: 1)
    return histogram
  }
}

extension SharedMemory {
  private var sampleArea: UnsafeMutableRawPointer { base + Layout.sampleOffset(threads: threads) }

  /// Stores a sample.
  ///
  /// - Returns: `false` if there is no space.
  @discardableResult
  func add(_ kind: TimingSample.Kind, operations: Int, elapsed: UInt64) -> Bool {
    guard !isFullOfSamples else { return false }
    let place = Int(self[.samples].wrappingAdd(1, ordering: .relaxed).oldValue)
    guard place < Self.sampleCapacity else { return false }
    let address = sampleArea + place * Layout.sampleBytes
    address.storeBytes(of: kind.rawValue, as: UInt32.self)
    address.storeBytes(of: UInt32(operations), toByteOffset: 4, as: UInt32.self)
    address.storeBytes(of: elapsed, toByteOffset: 8, as: UInt64.self)
    return true
  }

  var isFullOfSamples: Bool { value(.samples) >= Self.sampleCapacity }

  var samples: [TimingSample] {
    (0..<min(Int(value(.samples)), Self.sampleCapacity)).compactMap { place in
      let address = sampleArea + place * Layout.sampleBytes
      guard let kind = TimingSample.Kind(rawValue: address.load(as: UInt32.self)) else { return nil }
      return TimingSample(
        kind: kind, operations: address.load(fromByteOffset: 4, as: UInt32.self),
        elapsedNanoseconds: address.load(fromByteOffset: 8, as: UInt64.self))
    }
  }
}
