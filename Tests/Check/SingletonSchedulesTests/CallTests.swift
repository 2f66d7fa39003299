import CPlainState
import Foundation
import Testing

@testable import SingletonSchedules

/// What asks the system for something.
private enum Call: Sendable, CaseIterable {
  case readsFile, looksForFile, folderOfWork, sleeps, prints, asksForProcess, randomNumber
  case writesFile, makesFolder, changesFolder, changesMask, asksForThread, startsProcess, keepsFileOpen, mapsMemory
  case readsFromPipe, changesOther

  static let harmless: [Call] = [
    .readsFile, .looksForFile, .folderOfWork, .sleeps, .prints, .asksForProcess, .randomNumber,
  ]
  static let seen = allCases.filter { !harmless.contains($0) }

  private static let path = FileManager.default.temporaryDirectory.path + "/singleton-bench-calls-\(getpid())"
  static let pipe = {
    var ends: [Int32] = [0, 0]
    Glibc.pipe(&ends)
    return ends
  }()

  /// The name of the system call, which is another one in some systems.
  var names: [String] {
    switch self {
    case .writesFile: ["openat", "open", "creat"]
    case .makesFolder: ["mkdir", "mkdirat"]
    case .changesFolder: ["chdir"]
    case .changesMask: ["umask"]
    case .asksForThread: ["gettid"]
    case .startsProcess: ["clone", "fork"]
    case .keepsFileOpen: ["openat"]
    case .mapsMemory: ["mmap"]
    case .readsFromPipe: ["read"]
    case .changesOther: ["kill"]
    default: []
    }
  }

  func make() {
    switch self {
    case .readsFile:
      let file = open("/proc/self/comm", O_RDONLY)
      var bytes = [UInt8](repeating: 0, count: 8)
      precondition(read(file, &bytes, 8) > 0 && bytes[0] != 0)
      close(file)
    case .looksForFile: precondition(FileManager.default.fileExists(atPath: "/"))
    case .folderOfWork: precondition(!FileManager.default.currentDirectoryPath.isEmpty)
    case .sleeps: usleep(10)
    case .prints: print("", terminator: "")
    case .asksForProcess: precondition(getpid() > 1)
    case .randomNumber: _ = UInt8.random(in: 0...255)
    case .writesFile: close(open(Self.path, O_WRONLY | O_CREAT, 0o600))
    case .makesFolder: mkdir(Self.path, 0o700)
    case .changesFolder: chdir("/")
    case .changesMask: umask(0o22)
    case .asksForThread: precondition(plain_thread() > 0)
    case .startsProcess: plain_start_process()
    case .keepsFileOpen: precondition(open("/proc/self/comm", O_RDONLY) >= 0)
    case .mapsMemory: mmap(nil, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    case .readsFromPipe:
      var byte: UInt8 = 0
      read(Self.pipe[0], &byte, 1)
    case .changesOther: kill(getppid(), 0)
    }
  }
}

/// Calls the system, between a look and a store that are one job.
private actor Caller {
  private var thing: Thing?

  func current(_ call: Call) -> Thing {
    if let thing { return thing }
    call.make()
    let made = Thing()
    thing = made
    return made
  }
}

/// How a task ends the process of the test.
private enum End: Sendable, CaseIterable {
  case exit, exitOfSuccess, immediateExit, abort, signal

  func end() {
    switch self {
    case .exit: Glibc.exit(3)
    case .exitOfSuccess: Glibc.exit(0)
    case .immediateExit: _exit(0)
    case .abort: Glibc.abort()
    case .signal: raise(SIGSEGV)
    }
  }

  var words: String {
    switch self {
    case .exit: "exit code 3"
    case .exitOfSuccess, .immediateExit: "exit code 0"
    case .abort: "SIGABRT"
    case .signal: "SIGSEGV"
    }
  }
}

private actor Ender {
  private var count = 0

  func current(_ end: End) async -> Int {
    count += 1
    let number = count
    await Task.yield()
    if count > number { end.end() }
    return 0
  }
}

@Suite(.enabled(if: ScheduleCheck.obstacle == nil))
struct `System calls of a task` {
  @Test(arguments: Call.harmless)
  fileprivate func `that change nothing are part of a proof`(_ call: Call) async throws {
    _ = Call.pipe
    let result = try await check(tasks: 2, fresh: { Caller() }, access: { await $0.current(call) })
    #expect(result.isProved, "\(result)")
  }

  @Test(arguments: Call.seen)
  fileprivate func `that others could notice decide nothing, by name`(_ call: Call) async throws {
    _ = Call.pipe
    let result = try await check(tasks: 2, fresh: { Caller() }, access: { await $0.current(call) })
    #expect(result.verdict == .undecided, "\(result)")
    #expect(call.names.contains { result.obstacle?.contains("system call (\($0))") == true }, "\(result)")
  }

  @Test(arguments: End.allCases)
  fileprivate func `that end the process in one order are what the check finds`(_ end: End) async throws {
    let result = try await check(
      fresh: { Ender() }, roles: { await $0.current(end) }, { await $0.current(end) }, expecting: { _, _ in true })
    #expect(result.findings == [.trap] && "\(result)".contains(end.words), "\(result)")
  }
}
