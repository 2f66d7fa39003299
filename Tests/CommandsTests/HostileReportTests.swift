import Commands
import Foundation
import Outcomes
import Reports
import TestSupport
import Testing

/// Files that somebody has damaged, or made to do damage. `HOSTILE_FILES=100000 swift test -c release` tries more.
@Suite struct `A damaged report` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let count = ProcessInfo.processInfo.environment["HOSTILE_FILES"].flatMap { Int($0) } ?? 4_000

  /// Two rows are enough to damage.
  private static let healthy: String = {
    let entry = (strategy: "mutex", index: 0)
    let rows = (1...2).map { replicate in
      StressRow(
        key: RowKey(
          strategy: entry.strategy, scenario: .firstAccess, threads: 2, replicate: replicate, engine: .dispatch,
          initializerCost: .none, catalogIndex: entry.index),
        run: RunFacts(id: "run, \"quoted\"", startedUTC: "2026-01-01T00:00:00Z", toolVersion: "0", commit: "=1"),
        host: HostFacts(os: "", arch: "", cpuModel: "", cores: 2, swiftVersion: "", build: "", sanitizer: ""), seed: 1,
        status: .ok, expected: .sound,
        measured: Measured(
          tally: Tally(), cells: 1, threadsStarted: 2, peakRunning: 2, wallNanoseconds: 1, cpuNanoseconds: 1,
          access: AccessTiming(min: 1, p50: 1.5, p90: 2, p99: 3, floor: 0.1, batches: 1, batchSize: 1)),
        grade: .held)
    }
    return CSV.text(of: rows)
  }()

  @Test(arguments: 0..<4) func `ends a comparison in a code that the contract has`(part: Int) throws {
    try folder.write(Self.healthy, to: "healthy.csv")
    var random = SeededGenerator(seed: UInt64(part))
    var codes: [ExitCode: Int] = [:]
    for _ in 0..<Self.count / 4 {
      try folder.write(Self.damaged(Array(Self.healthy.utf8), using: &random), to: "damaged.csv")
      let answer = answer("compare", folder("healthy.csv"), folder("damaged.csv"), "--gate-time", "25")
      codes[answer.code, default: 0] += 1
      if answer.code == .unreadableInput {
        try #require(answer.output.isEmpty && answer.messages.contains("\n  expected: "), "\(answer.messages)")
      }
    }
    #expect(Set(codes.keys).isSubset(of: [.held, .regression, .tooWeak, .notComparable, .unreadableInput]), "\(codes)")
    // Damage that is never seen, or always, would test nothing.
    #expect(codes[.unreadableInput, default: 0] > Self.count / 16 && codes[.held, default: 0] > Self.count / 400)
  }

  private static func damaged(_ bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      guard !bytes.isEmpty else { return bytes }
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(Array("\",\n\r=\0\u{FF}".utf8).randomElement(using: &random)!, at: place)
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...200, using: &random)))
      case 4: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 100)], at: place)
      case 5: bytes = Array(bytes.prefix(place))
      case 6: bytes.insert(contentsOf: Array("99999999999999999999".utf8), at: place)
      default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
      }
    }
    return bytes
  }
}
