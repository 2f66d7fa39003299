import Foundation
import TestSupport
import Testing

/// A real process, started in a folder, whose two outputs are caught apart.
final class RunningProcess {
  /// Where its standard output goes.
  enum Output {
    case file
    /// A pipe that nobody reads.
    case withoutReader
  }

  /// The numbers that signals are sent to.
  private let identifier: pid_t
  private let lease: Lease
  private let streams: TemporaryFolder
  private var end: Answer.End?

  init(
    _ executable: String, _ arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:],
    output: Output = .file
  ) throws {
    streams = try TemporaryFolder()
    lease = try Lease()
    var descriptors = [(try Self.open(streams("messages")), Int32(2)), (lease.tenantEnd, Lease.number)]
    switch output {
    case .file: descriptors.append((try Self.open(streams("output")), 1))
    case .withoutReader: descriptors.append((try Self.pipeWithoutReader(), 1))
    }
    defer { for (own, _) in descriptors { close(own) } }
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
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

  /// Nothing that a test starts outlives it.
  deinit {
    guard end == nil else { return }
    kill(identifier, SIGKILL)
    var status: Int32 = 0
    waitpid(identifier, &status, 0)
  }

  func send(_ signal: Int32) { if end == nil { kill(identifier, signal) } }

  /// What it has said on its standard error so far.
  var messages: String { (try? streams.text(of: "messages")) ?? "" }

  /// What it has written to its standard output so far.
  var output: String { (try? streams.text(of: "output")) ?? "" }

  /// nil while it runs.
  var answer: Answer? {
    var status: Int32 = 0
    if end == nil && waitpid(identifier, &status, WNOHANG) == identifier {
      end = status & 0x7f == 0 ? .exit((status >> 8) & 0xff) : .signal(status & 0x7f)
    }
    return end.map { Answer(end: $0, output: output, messages: messages) }
  }

  /// Its end; a process that goes on for so many seconds is a failure.
  func wait(seconds: Double = 120) throws -> Answer {
    try #require(soon(within: seconds) { answer != nil }, "the process goes on: \(messages)")
    return try #require(answer)
  }

  /// Waits for something that happens while it runs.
  func wait(until condition: () throws -> Bool) throws {
    let hasCome = try soon { try answer != nil || condition() }
    try #require(hasCome && answer == nil, "it did not come to that: \(messages)")
  }

  /// Whether it and everything that it has started are gone within so many seconds.
  func hasLeftNobody(within seconds: Double = 5) -> Bool { lease.isOver(within: seconds) }
}

/// What a process did.
struct Answer {
  enum End: Equatable { case exit(Int32), signal(Int32) }

  let end: End
  let output: String
  let messages: String
}

/// Whether something becomes true within so many seconds.
func soon(within seconds: Double = 60, _ condition: () throws -> Bool) rethrows -> Bool {
  let deadline = Date(timeIntervalSinceNow: seconds)
  while try !condition() {
    if Date() >= deadline { return false }
    usleep(5_000)
  }
  return true
}
