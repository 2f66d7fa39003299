import Foundation
import SingletonCore
import SingletonPlatform
import Synchronization
import Testing

@testable import SingletonStressEngine

@Suite struct `Shared memory` {
  private func shared(threads: Int = 3) throws -> SharedMemory { try SharedMemory.ofRow(threads: threads) }

  @Test func `shared memory is all zeroes at first, and after it has been cleared`() throws {
    let shared = try shared()
    for _ in 1...2 {
      #expect(shared.tally == Tally())
      #expect(RowField.allCases.allSatisfy { shared.value($0) == 0 })
      #expect(shared.samples.isEmpty)
      for thread in 0..<3 { shared.counters(ofThread: thread)[Counter.allCases.count - 1] = 5 }
      for instances in 0...48 { shared.count(trials: 3, instances: instances) }
      for field in RowField.allCases { shared[field].store(7, ordering: .relaxed) }
      shared.clear()
    }
  }

  @Test func `fields, threads and counters do not overlap`() throws {
    let shared = try shared()
    for (index, field) in RowField.allCases.enumerated() {
      shared[field].store(UInt64(index + 1), ordering: .relaxed)
    }
    for thread in 0..<3 {
      for counter in Counter.allCases {
        shared.counters(ofThread: thread)[counter.rawValue] = UInt64(1_000 * (thread + 1) + counter.rawValue)
      }
    }
    shared[.samples].store(0, ordering: .relaxed)
    shared.count(trials: 5, instances: 0)
    shared.count(trials: 95, instances: 48)
    shared.add(.floor, operations: 8, elapsed: 99)
    for counter in Counter.allCases {
      let expected = counter.isMaximum ? 3_000 + counter.rawValue : 6_000 + 3 * counter.rawValue
      #expect(shared.tally[counter] == UInt64(expected))
    }
    for (index, field) in RowField.allCases.enumerated() where field != .samples {
      #expect(shared.value(field) == UInt64(index + 1))
    }
    #expect(shared.samples.map(\.elapsedNanoseconds) == [99])
    #expect(shared.tally.trialsByInstances == [0: 5, 1: shared.tally[.trials] - 100, 48: 95])
  }

  @Test func `samples beyond the capacity are dropped`() throws {
    let shared = try shared(threads: 1)
    for number in 1...(SharedMemory.sampleCapacity + 10) {
      let isKept = shared.add(.access, operations: number, elapsed: UInt64(number))
      #expect(isKept == (number <= SharedMemory.sampleCapacity))
    }
    #expect(shared.samples.count == SharedMemory.sampleCapacity)
    #expect(shared.samples.last?.operations == UInt32(SharedMemory.sampleCapacity))
    #expect(shared.samples.allSatisfy { UInt64($0.operations) == $0.elapsedNanoseconds && $0.kind == .access })
  }

  /// A process that has the memory's file as its standard output writes a number to it, and kills itself.
  @Test func `memory that a process wrote survives when the process is killed`() throws {
    let shared = try shared(threads: 1)
    shared.clear()
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", #"printf '\052'; kill -9 $$"#]
    process.standardOutput = FileHandle(fileDescriptor: shared.descriptor, closeOnDealloc: false)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(shared.value(.heartbeat) == 42)
  }

  @Test func `two mappings of one file share their memory`() throws {
    let shared = try shared(threads: 2)
    let other = try SharedMemory.ofRow(descriptor: shared.descriptor, threads: 2)
    other.counters(ofThread: 1)[Counter.trials.rawValue] = 17
    other[.heartbeat].wrappingAdd(1, ordering: .relaxed)
    #expect(shared.tally[.trials] == 17)
    #expect(shared.value(.heartbeat) == 1)
  }
}
