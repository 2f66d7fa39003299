import Foundation
import SingletonPlatform
import SingletonStatistics

/// One start of the program: what it printed, and how it ended.
struct Trial {
  let end: Subprocess.End?
  let output: String
  let messages: String
  let seconds: Double

  /// The exit code, or `nil` if a signal or the time ended it.
  var code: Int32? { if case .exited(let code) = end { code } else { nil } }

  var description: String {
    let ending = end.map { "\($0)" } ?? "still running after its time"
    return "\(ending); \(messages.prefix(300).debugDescription)"
  }
}

/// The program under test and a folder to run it in.
struct Bench {
  let program: String
  let folder: String

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - before: Shell commands that run before it, such as a limit.
  ///   - mostSeconds: The time after which it is killed, which is a find.
  ///   - meanwhile: Called while it runs, with its process identifier and the seconds since its start. Returns whether to
  ///     be called again.
  func run(
    _ arguments: [String], before: String = ":", environment: [String] = [], mostSeconds: Double = 60,
    meanwhile: (Int32, Double) -> Bool = { _, _ in false }
  ) throws -> Trial {
    let process = try start(arguments, before: before, environment: environment)
    let began = ContinuousClock.now
    var (isActive, seconds) = (true, 0.0)
    var end: Subprocess.End?
    while end == nil && seconds < mostSeconds {
      seconds = Double(began.duration(to: .now) / .milliseconds(1)) / 1e3
      if isActive { isActive = meanwhile(process.identifier, seconds) }
      end = process.ended(lostCode: -1)?.end
      if end == nil { usleep(1_000) }
    }
    if end == nil { process.killAndWait() }
    let texts = ["output", "messages"].map { name in
      String(decoding: FileManager.default.contents(atPath: "\(folder)/.\(name)") ?? Data(), as: UTF8.self)
    }
    return Trial(end: end, output: texts[0], messages: texts[1], seconds: seconds)
  }

  func start(_ arguments: [String], before: String = ":", environment: [String] = []) throws -> Subprocess {
    // The shell's own messages, such as about a limit, are not the program's; and after a limit it may open no files.
    let script = "cd \"$0\" && exec >.output 2>.messages && { \(before); } 2>/dev/null && exec env \"$@\""
    return try Subprocess(
      "/bin/bash", ["bash", "-c", script, folder] + environment + [program] + arguments,
      environment: environmentVariables(), redirecting: [.null(0)])
  }

  /// The names in the folder, without the two streams.
  var names: [String] {
    FileSystem.names(in: folder).filter { ![".", "..", ".output", ".messages"].contains($0) }.sorted()
  }

  func text(of name: String) -> String? {
    FileManager.default.contents(atPath: "\(folder)/\(name)").map { String(decoding: $0, as: UTF8.self) }
  }

  func write(_ bytes: [UInt8], to name: String) {
    _ = FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: Data(bytes))
  }

  func removeAll() {
    for name in names { try? FileManager.default.removeItem(atPath: "\(folder)/\(name)") }
  }
}

/// The trials of one kind, and what broke.
struct Tally {
  let part: String
  private(set) var count = 0
  private(set) var breaks: [String] = []
  private var codes: [String: Int] = [:]

  init(_ part: String) { self.part = part }

  /// Counts a trial.
  ///
  /// - Parameter complaint: What broke, or `nil` if it held.
  mutating func add(_ trial: Trial, _ what: @autoclosure () -> String, complaint: String?) {
    count += 1
    codes[trial.code.map(String.init) ?? trial.end.map { "\($0)" } ?? "time", default: 0] += 1
    guard let complaint else { return }
    breaks.append("\(part): \(what()): \(complaint): \(trial.description)")
  }

  var line: String {
    let ends = codes.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
    return
      "| \(part) | \(count) | \(breaks.isEmpty ? "all" : "\(count - breaks.count), \(breaks.count) broke") | \(ends) |"
  }
}
