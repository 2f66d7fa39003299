import Foundation

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
    let report = try contents(tests + "Bench/SingletonReportsTests/Golden/report.csv")
    try Data(report).write(to: URL(filePath: folder + "/good.csv"))
    let check = try output([
      "check", "--strategy", "unsynchronized-lazy", "--scenario", "first-access", "--format", "json",
    ])
    let code = check.firstMatch(of: #/[0-9A-Z]{5}(-[0-9A-Z]{1,5})+/#).map { String($0.0) } ?? ""
    let litmus = try contents(tests + "Explore/SingletonModelCheckerTests/Resources/litmus.json")
    let corpus = { (kind: String) in try Self.corpus(tests + "Bench/Torture/Readers/Corpus/" + kind) }
    let reports = try [report] + corpus("report")
    return [
      Reader("compare", reports, ["compare", "good.csv", file]),
      Reader("report", reports, ["report", file, "--html", "p.html"]),
      Reader(
        "report --check", try [Array(check.utf8)] + corpus("check"),
        ["report", "good.csv", "--check", file, "--html", "p.html"]),
      Reader("litmus", try [litmus] + corpus("litmus"), ["singleton-litmus", file, "--max-executions", "300"]),
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
  func complaint(about trial: Trial) -> String? {
    guard let status = trial.status, [0, 1, 2, 3, 4, 5, 64, 65].contains(status) else { return "another end" }
    if status == 65 && trial.messages.isEmpty { return "no message" }
    return status == 65 && !trial.output.isEmpty ? "output with code 65" : nil
  }
}
