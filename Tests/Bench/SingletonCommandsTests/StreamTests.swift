import CommandTestSupport
import Foundation
import SingletonCommands
import SingletonPlatform
import SingletonStressEngine
import TestSupport
import Testing

@Suite struct `Color and progress` {
  private func console(isTerminal: Bool, noColor: String? = nil, term: String? = "xterm") -> Console {
    let (output, messages) = (RecordedOutput(), RecordedOutput())
    output.isTerminal = isTerminal
    messages.isTerminal = isTerminal
    return Console(output: output, messages: messages) { ["NO_COLOR": noColor, "TERM": term][$0] ?? nil }
  }

  @Test func `color and progress are automatic on a terminal only`() {
    for isTerminal in [true, false] {
      let console = console(isTerminal: isTerminal)
      #expect(When.auto.wantsColor(on: console.output, in: console) == isTerminal)
      #expect(When.auto.wantsProgress(in: console) == isTerminal)
    }
  }

  @Test func `NO_COLOR turns color off unless it was asked for`() {
    let console = console(isTerminal: true, noColor: "1")
    #expect(!When.auto.wantsColor(on: console.output, in: console))
    #expect(When.always.wantsColor(on: console.output, in: console))
    #expect(When.auto.wantsProgress(in: console))
    let empty = self.console(isTerminal: true, noColor: "")
    #expect(When.auto.wantsColor(on: empty.output, in: empty))
  }

  @Test(arguments: ["dumb", "", nil])
  func `a dumb or unknown terminal has no color unless it was asked for`(term: String?) {
    let console = console(isTerminal: true, term: term)
    #expect(!When.auto.wantsColor(on: console.output, in: console))
    #expect(When.always.wantsColor(on: console.output, in: console))
  }

  @Test func `color and progress can be turned off on a terminal`() {
    let console = console(isTerminal: true)
    #expect(!When.never.wantsColor(on: console.output, in: console))
    #expect(!When.never.wantsProgress(in: console))
  }
}

@Suite struct `Standard output` {
  private func code(
    writingTo descriptor: Int32, _ arguments: [String] = ["list"],
    engine: @escaping RunEngine = { try FakeEngine().execute($0, $1, $2) }
  ) -> (code: Int32, messages: String) {
    let messages = RecordedOutput()
    let console = Console(
      output: DescriptorOutput(descriptor, name: "standard output"), messages: messages, environment: { _ in nil })
    let tool = CommandLineTool(
      name: "singleton-bench", catalog: .fake, console: console, engine: engine, host: { .twoCores },
      conditions: { SystemConditions() })
    let code = tool.main(arguments: arguments)
    return (code, messages.text)
  }

  #if os(Linux)
    @Test func `a full standard output gives exit code 73 with the reason`() throws {
      let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
      let result = code(writingTo: full.fileDescriptor)
      #expect(result.code == ExitCode.cannotWrite.rawValue)
      #expect(result.messages == "singleton-bench: cannot write standard output: No space left on device\n")
    }
  #endif

  @Test func `a standard output that cannot be written gives exit code 73`() throws {
    let readOnly = try #require(FileHandle(forReadingAtPath: "/dev/null"))
    #expect(code(writingTo: readOnly.fileDescriptor).code == ExitCode.cannotWrite.rawValue)
  }

  @Test func `nothing runs if standard output cannot be written`() throws {
    let readOnly = try #require(FileHandle(forReadingAtPath: "/dev/null"))
    let folder = try TemporaryFolder()
    let result = code(writingTo: readOnly.fileDescriptor, ["--csv", folder("r.csv")]) { _, _, _ in
      Issue.record("something ran")
    }
    #expect(result.code == ExitCode.cannotWrite.rawValue)
    #expect(try folder.names.isEmpty)
  }

  @Test func `a closed standard output gives exit code 141 without a message`() throws {
    let pipe = Foundation.Pipe()
    try pipe.fileHandleForReading.close()
    let result = code(writingTo: pipe.fileHandleForWriting.fileDescriptor)
    #expect(result.code == ExitCode.readerLeft.rawValue)
    #expect(result.messages.isEmpty)
  }

  @Test func `the report is written even if standard output is closed`() throws {
    let (pipe, folder) = (Foundation.Pipe(), try TemporaryFolder())
    try pipe.fileHandleForReading.close()
    let arguments = ["--seed", "1", "--csv", folder("r.csv")]
    let result = code(writingTo: pipe.fileHandleForWriting.fileDescriptor, arguments) {
      try FakeEngine().execute($0, $1, $2)
    }
    #expect(result.code == ExitCode.readerLeft.rawValue)
    #expect(result.messages.isEmpty)
    #expect(try folder.text(of: "r.csv").split(separator: "\n").count == 8)
  }
}
