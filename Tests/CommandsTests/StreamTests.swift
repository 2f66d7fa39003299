import Commands
import Foundation
import StressEngine
import TestSupport
import Testing

@Suite struct `A display` {
  private func console(isTerminal: Bool, noColor: String? = nil) -> Console {
    let (output, messages) = (RecordedOutput(), RecordedOutput())
    output.isTerminal = isTerminal
    messages.isTerminal = isTerminal
    return Console(output: output, messages: messages) { $0 == "NO_COLOR" ? noColor : nil }
  }

  @Test func `is there by default on a terminal only`() {
    for isTerminal in [true, false] {
      let console = console(isTerminal: isTerminal)
      #expect(Display.auto.wantsColor(on: console.output, in: console) == isTerminal)
      #expect(Display.auto.wantsProgress(in: console) == isTerminal)
    }
  }

  @Test func `has no colour where NO_COLOR says something, unless it was asked for`() {
    let console = console(isTerminal: true, noColor: "1")
    #expect(!Display.auto.wantsColor(on: console.output, in: console))
    #expect(Display.always.wantsColor(on: console.output, in: console))
    #expect(Display.auto.wantsProgress(in: console))
    let empty = self.console(isTerminal: true, noColor: "")
    #expect(Display.auto.wantsColor(on: empty.output, in: empty))
  }

  @Test func `is absent on a terminal too where it was forbidden`() {
    let console = console(isTerminal: true)
    #expect(!Display.never.wantsColor(on: console.output, in: console))
    #expect(!Display.never.wantsProgress(in: console))
  }
}

@Suite struct `Standard output` {
  private func code(
    writingTo descriptor: Int32, _ arguments: [String] = ["list"], engine: @escaping RunEngine = stressEngine
  ) -> (code: Int32, messages: String) {
    let messages = RecordedOutput()
    let console = Console(
      output: DescriptorOutput(descriptor, name: "standard output"), messages: messages, environment: { _ in nil })
    let tool = CommandLineTool(
      catalog: .fake, console: console, engine: engine, host: { .twoCores }, circumstances: { Circumstances() })
    let code = tool.main(arguments: arguments)
    return (code, messages.text)
  }

  #if os(Linux)
    @Test func `that is full is exit code 73 with the reason`() throws {
      let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
      let answer = code(writingTo: full.fileDescriptor)
      #expect(answer.code == ExitCode.cannotWrite.rawValue)
      #expect(answer.messages == "singleton-bench: cannot write standard output: No space left on device\n")
    }
  #endif

  @Test func `that cannot be written is exit code 73`() throws {
    let readOnly = try #require(FileHandle(forReadingAtPath: "/dev/null"))
    #expect(code(writingTo: readOnly.fileDescriptor).code == ExitCode.cannotWrite.rawValue)
  }

  @Test func `that cannot be written runs nothing`() throws {
    let readOnly = try #require(FileHandle(forReadingAtPath: "/dev/null"))
    let folder = try TemporaryFolder()
    let answer = code(writingTo: readOnly.fileDescriptor, ["--csv", folder("r.csv")]) { _, _, _, _, _ in
      Issue.record("something ran")
    }
    #expect(answer.code == ExitCode.cannotWrite.rawValue)
    #expect(try folder.names.isEmpty)
  }

  @Test func `whose reader has left ends us without a word`() throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let answer = code(writingTo: pipe.fileHandleForWriting.fileDescriptor)
    #expect(answer.code == ExitCode.readerLeft.rawValue)
    #expect(answer.messages.isEmpty)
  }

  @Test func `whose reader has left does not cost the report`() throws {
    let (pipe, folder) = (Pipe(), try TemporaryFolder())
    try pipe.fileHandleForReading.close()
    let arguments = ["--seed", "1", "--csv", folder("r.csv")]
    let answer = code(writingTo: pipe.fileHandleForWriting.fileDescriptor, arguments) {
      try FakeEngine().execute($0, $1, $2, $3, $4)
    }
    #expect(answer.code == ExitCode.readerLeft.rawValue)
    #expect(answer.messages.isEmpty)
    #expect(try folder.text(of: "r.csv").split(separator: "\n").count == 8)
  }
}
