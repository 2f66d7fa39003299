import Foundation
import Outcomes
import Synchronization
import Testing

@testable import StressEngine

@Suite struct `A board` {
  private func board(threads: Int = 3) throws -> Board { try Board.make(threads: threads) }

  @Test func `is made of zeroes, and is again when it has been cleared`() throws {
    let board = try board()
    for _ in 1...2 {
      #expect(board.tally == Tally())
      #expect(Board.Field.allCases.allSatisfy { board.value($0) == 0 })
      #expect(board.samples.isEmpty)
      for thread in 0..<3 { board.counters(ofThread: thread)[Counter.allCases.count - 1] = 5 }
      for field in Board.Field.allCases { board[field].store(7, ordering: .relaxed) }
      board.clear()
    }
  }

  @Test func `keeps fields, threads and counters apart`() throws {
    let board = try board()
    for (index, field) in Board.Field.allCases.enumerated() {
      board[field].store(UInt64(index + 1), ordering: .relaxed)
    }
    for thread in 0..<3 {
      for counter in Counter.allCases {
        board.counters(ofThread: thread)[counter.rawValue] = UInt64(1_000 * (thread + 1) + counter.rawValue)
      }
    }
    board[.samples].store(0, ordering: .relaxed)
    board.add(TimingSample(kind: .floor, operations: 8, elapsedNanoseconds: 99))
    for counter in Counter.allCases {
      let expected = counter.merge == .sum ? 6_000 + 3 * counter.rawValue : 3_000 + counter.rawValue
      #expect(board.tally[counter] == UInt64(expected))
    }
    for (index, field) in Board.Field.allCases.enumerated() where field != .samples {
      #expect(board.value(field) == UInt64(index + 1))
    }
    #expect(board.samples.map(\.elapsedNanoseconds) == [99])
  }

  @Test func `keeps no more samples than it has room for`() throws {
    let board = try board(threads: 1)
    for number in 1...(Board.sampleCapacity + 10) {
      let isKept = board.add(
        TimingSample(kind: .access, operations: UInt32(number), elapsedNanoseconds: UInt64(number)))
      #expect(isKept == (number <= Board.sampleCapacity))
    }
    #expect(board.samples.count == Board.sampleCapacity)
    #expect(board.samples.last?.operations == UInt32(Board.sampleCapacity))
    #expect(board.samples.allSatisfy { UInt64($0.operations) == $0.elapsedNanoseconds && $0.kind == .access })
  }

  /// A process that has the board as its standard output writes a count on it, and is killed.
  @Test func `keeps what a process has written that was killed`() throws {
    let board = try board(threads: 1)
    board.clear()
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", #"printf '\052'; kill -9 $$"#]
    process.standardOutput = FileHandle(fileDescriptor: board.descriptor, closeOnDealloc: false)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(board.value(.pulse) == 42)
  }

  @Test func `has the same memory wherever it is mapped`() throws {
    let board = try board(threads: 2)
    let other = try Board(descriptor: board.descriptor, threads: 2)
    other.counters(ofThread: 1)[Counter.trials.rawValue] = 17
    other[.pulse].wrappingAdd(1, ordering: .relaxed)
    #expect(board.tally[.trials] == 17)
    #expect(board.value(.pulse) == 1)
  }
}
