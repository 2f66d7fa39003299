import Foundation
import TestSupport
import Testing

/// A process that runs in a folder, with its standard output and standard error in two files.
final class RunningProcess {
  /// The destination of the process's standard output.
  enum Output {
    case file
    /// A pipe without a reader.
    case withoutReader
  }

  /// The process identifier.
  private let identifier: pid_t
  private let probe: DescendantProbe
  private let streams: TemporaryFolder
  private var end: ProcessResult.End?

  init(
    _ executable: String, _ arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:],
    output: Output = .file
  ) throws {
    streams = try TemporaryFolder()
    probe = try DescendantProbe()
    var descriptors = [(try Self.open(streams("messages")), Int32(2)), (probe.writeEnd, DescendantProbe.number)]
    switch output {
    case .file: descriptors.append((try Self.open(streams("output")), 1))
    case .withoutReader: descriptors.append((try Self.pipeWithoutReader(), 1))
    }
    defer { for (own, _) in descriptors { close(own) } }
    // The output of a test is as wide as it says, wherever the tests run.
    let variables = ProcessInfo.processInfo.environment.merging(["COLUMNS": ""]) { $1 }.merging(environment) { $1 }
    identifier = try spawn(executable, arguments, folder: folder.path, variables, descriptors)
  }

  private static func open(_ path: String) throws -> Int32 {
    let descriptor = Foundation.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0)
    return descriptor
  }

  private static func pipeWithoutReader() throws -> Int32 {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    close(ends[0])
    return ends[1]
  }

  /// A process does not outlive its test.
  deinit {
    guard end == nil else { return }
    kill(identifier, SIGKILL)
    var status: Int32 = 0
    waitpid(identifier, &status, 0)
  }

  func send(_ signal: Int32) { if end == nil { kill(identifier, signal) } }

  /// The standard error of the process so far.
  var messages: String { (try? streams.text(of: "messages")) ?? "" }

  /// The standard output of the process so far.
  var output: String { (try? streams.text(of: "output")) ?? "" }

  /// The result of the process, or `nil` while it runs.
  var result: ProcessResult? {
    var status: Int32 = 0
    if end == nil && waitpid(identifier, &status, WNOHANG) == identifier {
      end = status & 0x7f == 0 ? .exit((status >> 8) & 0xff) : .signal(status & 0x7f)
    }
    return end.map { ProcessResult(end: $0, output: output, messages: messages) }
  }

  /// Waits for the process to end.
  ///
  /// - Throws: An error if the process is still running after this time.
  func wait(seconds: Double = 120) throws -> ProcessResult {
    try #require(soon(within: seconds) { result != nil }, "the process is still running: \(messages)")
    return try #require(result)
  }

  /// Waits for a condition to become true.
  ///
  /// - Throws: An error if the process ends first.
  func wait(until condition: () throws -> Bool) throws {
    let isOver = try soon { try result != nil || condition() }
    try #require(isOver && result == nil, "the condition did not become true: \(messages)")
  }

  /// Whether the kernel says that the process waits for the other end of a named pipe that it opens.
  var waitsForPartner: Bool {
    (try? String(contentsOfFile: "/proc/\(identifier)/wchan", encoding: .utf8)) == "wait_for_partner"
  }

  /// Whether the kernel says what a process waits for.
  static let saysWhatItWaitsFor = FileManager.default.isReadableFile(atPath: "/proc/self/wchan")

  /// The processor time of the process so far, in ticks of the kernel, or `nil` if the kernel does not say.
  var processorTicks: Int? {
    let stat = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
    // The name of the program, in parentheses, is the second of the fields, and the time in user mode the 14th.
    let fields = stat?.split(separator: ")").last?.split(separator: " ")
    return fields.flatMap { $0.count > 11 ? Int($0[11]) : nil }
  }

  /// Returns whether the process and all its descendants end within this time.
  func hasLeftNoProcess(within seconds: Double = 5) -> Bool { probe.hasEnded(within: seconds) }
}

/// How a process ended, and what it wrote.
struct ProcessResult {
  enum End: Equatable { case exit(Int32), signal(Int32) }

  let end: End
  let output: String
  let messages: String

  /// The messages, with lines that were broken to fit the width as one line.
  var unfoldedMessages: String { messages.replacing(/\n\ {4,}/, with: " ") }
}

/// Returns whether a condition becomes true within this time.
func soon(within seconds: Double = 60, _ condition: () throws -> Bool) rethrows -> Bool {
  let deadline = Date(timeIntervalSinceNow: seconds)
  while try !condition() {
    if Date() >= deadline { return false }
    usleep(5_000)
  }
  return true
}
