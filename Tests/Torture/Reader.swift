import Foundation
import SingletonStatistics

/// A command that reads what others have written, which may be anything.
struct Reader {
  /// The name of the file that the command reads.
  static let file = "f"

  let name: String
  /// Inputs to begin with: the corpus, and files that the command accepts.
  let seeds: [[UInt8]]
  private let command: [String]
  /// Whether it reads its last argument instead of a file.
  private let readsArgument: Bool

  private init(_ name: String, _ seeds: [[UInt8]], _ command: [String], readsArgument: Bool = false) {
    self.name = name
    self.seeds = seeds
    self.command = command
    self.readsArgument = readsArgument
  }

  /// Returns all readers, whose files are in the working directory.
  ///
  /// - Parameters:
  ///   - folder: The working directory, which receives the good report that some commands need, too.
  ///   - output: Returns what the program prints for some arguments.
  static func all(repository: String, folder: String, output: ([String]) throws -> String) throws -> [Reader] {
    let tests = repository + "/Tests/"
    let report = try contents(tests + "SingletonReportsTests/Golden/report.csv")
    try Data(report).write(to: URL(filePath: folder + "/good.csv"))
    let check = try output([
      "check", "--strategy", "unsynchronized-lazy", "--scenario", "first-access", "--format", "json",
    ])
    let code = check.firstMatch(of: #/[0-9A-Z]{5}(-[0-9A-Z]{1,5})+/#).map { String($0.0) } ?? ""
    let litmus = try contents(tests + "SingletonModelCheckerTests/Resources/litmus.json")
    let corpus = { (kind: String) in try Self.corpus(tests + "Torture/Corpus/" + kind) }
    let reports = try [report] + corpus("report")
    return [
      Reader("compare", reports, ["compare", "good.csv", file]),
      Reader("merge", reports, ["merge", file, "--csv", "-"]),
      Reader("report", reports, ["report", file, "--html", "p.html"]),
      Reader(
        "report --check", try [Array(check.utf8)] + corpus("check"),
        ["report", "good.csv", "--check", file, "--html", "p.html"]),
      Reader(
        "compare --gate-file", try corpus("gates"), ["compare", "good.csv", "good.csv", "--gate-file", file]),
      Reader("litmus", try [litmus] + corpus("litmus"), ["litmus", file, "--max-executions", "300"]),
      Reader("replay", try [Array(code.utf8)] + corpus("replay"), ["replay", "--no-pause", "--"], readsArgument: true),
    ]
  }

  private static func contents(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

  private static func corpus(_ folder: String) throws -> [[UInt8]] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { try contents("\(folder)/\($0)") }
  }

  /// Returns the arguments of the program for an input.
  func arguments(for input: [UInt8]) -> [String] {
    command + (readsArgument ? [String(decoding: input.filter { $0 != 0 }, as: UTF8.self)] : [])
  }

  /// Returns what is wrong with the program's answer to any input, or `nil`.
  ///
  /// - Parameter code: The exit code, or `nil` if the program did not end by itself.
  func complaint(code: Int32?, output: String, messages: String) -> String? {
    // A report may have interrupted rows, which `merge` says in its exit code.
    let codes: Set<Int32?> = [0, 1, 2, 3, 4, 5, 64, 65, 130]
    if !codes.contains(code) { return "another end" }
    if code == 65 && messages.isEmpty { return "no message" }
    if code == 65 && !output.isEmpty { return "output with code 65" }
    if messages.utf8.count > 100_000 { return "\(messages.utf8.count) bytes of messages" }
    return harm(in: messages)
  }

  /// Returns the messages' first character with an effect of its own, or `nil`.
  private func harm(in text: String) -> String? {
    let harmful = text.unicodeScalars.first {
      $0 != "\n" && [.control, .format, .lineSeparator].contains($0.properties.generalCategory)
    }
    if let harmful { return "U+\(String(harmful.value, radix: 16)) in a message" }
    let isCommand = text.split(separator: "\n").contains { $0.drop(while: { $0 == " " }).hasPrefix("::") }
    return isCommand ? "a command in a message" : nil
  }
}

/// A mutation of a file.
enum Mutation {
  private static let hostile = [
    "\u{1B}]0;x\u{7}", "::error::x", "\0", "\u{202E}", "\"", ",", "\n", "\r", "'", "=1+1", "-1", "99999999999999999999",
    "nan", "1e999", "[", "{", "]", "}", "\\u0000", "\u{FEFF}", "schema_version", "##[error]x",
  ]

  static func mutated(_ seed: [UInt8], using random: inout SplitMix64) -> [UInt8] {
    var bytes = seed
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 0...64, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
      case 3: bytes.removeSubrange(place...)
      case 4:
        bytes.insert(contentsOf: Array(repeating: UInt8.random(in: 32...126, using: &random), count: 5_000), at: place)
      default: bytes.insert(contentsOf: Array(hostile.randomElement(using: &random)!.utf8), at: place)
      }
    }
    return bytes
  }
}
