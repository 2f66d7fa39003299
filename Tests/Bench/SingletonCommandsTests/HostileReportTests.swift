import CommandTestSupport
import Foundation
import SingletonCommands
import SingletonCore
import SingletonStatistics
import SingletonTextFormats
import TestSupport
import Testing

/// Comparisons of damaged files. `HOSTILE_FILES=100000 swift test -c release` tries more of them.
@Suite struct `Damaged reports` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let count = ProcessInfo.processInfo.environment["HOSTILE_FILES"].flatMap { Int($0) } ?? 200

  private static let healthy: String = {
    let rows = (1...6).map { replicate in
      StressRow.sample(
        grade: .passed, measured: .sample(trials: 5, access: 1.5), replicate: replicate,
        run: RunMetadata(id: "run, \"quoted\"", startedUTC: "2026-01-01T00:00:00Z", toolVersion: "0", commit: "=1"))
    }
    return CSV.report(of: rows)
  }()

  @Test(arguments: 0..<4) func `a comparison of a damaged report ends with a documented exit code`(part: Int) throws {
    try folder.write(Self.healthy, to: "healthy.csv")
    var random = SplitMix64(seed: UInt64(part))
    var codes: [ExitCode: Int] = [:]
    for _ in 0..<Self.count / 4 {
      try folder.write(Self.damaged(Array(Self.healthy.utf8), using: &random), to: "damaged.csv")
      let result = invoke("compare", folder("healthy.csv"), folder("damaged.csv"), "--gate-time", "25")
      codes[result.code, default: 0] += 1
      if result.code == .unreadableInput {
        try #require(result.output.isEmpty && result.messages.contains("\n  expected: "), "\(result.messages)")
        try #require(result.messages.contains("\n  next:     singleton-bench "), "\(result.messages)")
      }
    }
    #expect(
      Set(codes.keys).isSubset(of: [.passed, .regression, .tooWeak, .notComparable, .unreadableInput]), "\(codes)")
    // Damage that is never detected, or always, would test nothing.
    #expect(codes[.unreadableInput, default: 0] > Self.count / 16 && codes[.passed, default: 0] > 0)
  }

  @Test func `a file that cannot be read is refused with the next command, and that command runs`() throws {
    try folder.write(Self.healthy, to: "healthy.csv")
    try folder.write(Self.healthy.replacing(",harness,", with: ",horness,"), to: "word.csv")
    try folder.write("no report\n", to: "text.csv")
    try folder.write("", to: "empty.csv")
    try folder.write("strategy,scenario\na,b\n", to: "columns.csv")
    let cases = [
      (["compare", folder("healthy.csv"), folder("word.csv")], "explain form"),
      (["compare", folder("healthy.csv"), folder("text.csv")], "compare --help"),
      (["compare", folder("text.csv"), folder("healthy.csv")], "compare --help"),
      (["compare", folder("healthy.csv"), folder("empty.csv")], "compare --help"),
      (["compare", folder("healthy.csv"), folder("columns.csv")], "compare --help"),
      (["compare", folder("healthy.csv"), folder("absent.csv")], "compare --help"),
      (["compare", folder("healthy.csv"), "/"], "compare --help"),
      (["report", folder("text.csv"), "--html", folder("page.html")], "report --help"),
    ]
    for (arguments, next) in cases {
      let result = invoke(arguments)
      #expect(result.code == .unreadableInput, "\(arguments): \(result.messages)")
      #expect(result.messages.hasSuffix("\n  next:     singleton-bench \(next)\n"), "\(result.messages)")
      #expect(invoke(next.split(separator: " ").map(String.init)).code == .passed, "\(next)")
    }
  }

  private static func damaged(_ bytes: [UInt8], using random: inout SplitMix64) -> [UInt8] {
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
