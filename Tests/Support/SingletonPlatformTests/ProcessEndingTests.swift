import SingletonPlatform
import Testing

@Suite struct `Ends of processes` {
  @Test func `a signal says whether a check, a fault, or an exit ended the process`() {
    #expect(ProcessEnding(.exited(0)) == .ok)
    #expect(ProcessEnding(.exited(3)) == .exit(3))
    #expect(ProcessEnding(.signaled(4)) == .trapped("SIGILL"))
    #expect(ProcessEnding(.signaled(5)) == .trapped("SIGTRAP"))
    #expect(ProcessEnding(.signaled(11)) == .crashed("SIGSEGV"))
    #expect(ProcessEnding(.signaled(6)) == .crashed("SIGABRT"))
  }

  @Test func `a signal from outside is not the fault of the code`() {
    #expect(ProcessEnding(.signaled(9)) == .outside("SIGKILL from outside, as from a system that is short of memory"))
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGTERM, SIGXCPU] {
      #expect(ProcessEnding(.signaled(number)) == .outside("\(signalName(number)) from outside"))
    }
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGPIPE, SIGSYS] {
      #expect(ProcessEnding(.signaled(number), isSentByOthers: true) == .outside("\(signalName(number)) from outside"))
    }
  }
}
