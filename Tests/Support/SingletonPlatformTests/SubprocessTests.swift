import Foundation
import SingletonPlatform
import Testing

@Suite struct `Child processes` {
  /// Waits until the process has changed in the expected way, or for a minute.
  private func change(of process: Subprocess, until isExpected: (Bool?, Subprocess.End?) -> Bool) -> Bool {
    for _ in 0..<60_000 {
      var suspended: Bool?
      let end = process.ended(lostCode: 1) { suspended = $0 }?.end
      if isExpected(suspended, end) { return true }
      usleep(1_000)
    }
    return false
  }

  @Test func `a process that a signal stops has not ended, and its stop and its going on are seen`() throws {
    let process = try Subprocess(
      "sleep", ["sleep", "600"], environment: environmentVariables(), redirecting: [.null(0)])
    kill(process.identifier, SIGSTOP)
    #expect(change(of: process) { $0 == true && $1 == nil })
    kill(process.identifier, SIGCONT)
    #expect(change(of: process) { $0 == false && $1 == nil })
    kill(process.identifier, SIGKILL)
    #expect(change(of: process) { $1 == .signaled(SIGKILL) })
  }

  @Test(.enabled(if: Subprocess.canFork, "this system cannot copy a process"))
  func `a copy that does not answer is made again`() throws {
    let pipe = Foundation.Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("once".utf8))
    try pipe.fileHandleForWriting.close()
    let readEnd = pipe.fileHandleForReading.fileDescriptor
    // The first copy takes what is in the pipe, and waits for a signal that does not come.
    let text = Subprocess.output(
      ofCopy: {
        var bytes: [UInt8] = [0, 0, 0, 0]
        while read(readEnd, &bytes, bytes.count) > 0 { pause() }
        return "answered"
      }, patience: .milliseconds(500))
    #expect(text == "answered")
  }

  @Test func `the arguments are those that Swift has from the system`() {
    #expect(commandLineArguments() == CommandLine.arguments)
  }
}
