#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The commit that is checked out in a folder, as git tells it: only git reads all the ways in which it may be kept.
package struct HeadCommit {
  /// Found on PATH.
  private let program: String
  private let folder: String
  private let patienceMilliseconds: Int32

  package init(program: String = "git", folder: String = ".", patienceMilliseconds: Int32 = 2_000) {
    self.program = program
    self.folder = folder
    self.patienceMilliseconds = patienceMilliseconds
  }

  /// Empty where there is none: no git, no repository, no commit, no answer in time.
  package var id: String {
    let text = answer ?? ""
    let id = text.prefix(while: \.isHexDigit)
    return text == id + "\n" && [40, 64].contains(id.count) ? String(id) : ""
  }

  /// What git writes; nil where it does not come to an end.
  private var answer: String? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    // Another process that is started meanwhile must not keep our pipe open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let process = start(writingTo: ends[1])
    close(ends[1])
    guard let process else { return nil }
    defer { end(process) }
    return allText(from: ends[0])
  }

  /// nil where there is no such program.
  private func start(writingTo descriptor: Int32) -> pid_t? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, descriptor, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var process = pid_t()
    let result = withCStrings([program, "-C", folder, "rev-parse", "--verify", "HEAD"]) { arguments in
      withCStrings(environment) { posix_spawnp(&process, program, &actions, nil, arguments, $0) }
    }
    return result == 0 ? process : nil
  }

  /// What git needs to be found and to read its settings; `GIT_DIR` would lead it to another folder's repository.
  private var environment: [String] {
    ["PATH", "HOME", "XDG_CONFIG_HOME"].compactMap { name in environmentVariable(name).map { "\(name)=\($0)" } }
  }

  /// nil where the end does not come in time, or not within what a commit's name can need.
  private func allText(from descriptor: Int32) -> String? {
    let deadline = Machine.monotonicNanoseconds + UInt64(patienceMilliseconds) * 1_000_000
    var buffer = [UInt8](repeating: 0, count: 128)
    var count = 0
    while count < buffer.count {
      let now = Machine.monotonicNanoseconds
      guard now < deadline, waitForText(from: descriptor, milliseconds: (deadline - now) / 1_000_000 + 1) else {
        return nil
      }
      let taken = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + count, $0.count - count) }
      if taken == 0 { return String(decoding: buffer[..<count], as: UTF8.self) }
      if taken < 0 && errno != EINTR { return nil }
      count += max(taken, 0)
    }
    return nil
  }

  private func waitForText(from descriptor: Int32, milliseconds: UInt64) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, Int32(milliseconds)) > 0
  }

  /// Whatever it still does, we do not wait for it.
  private func end(_ process: pid_t) {
    kill(process, SIGKILL)
    while waitpid(process, nil, 0) < 0 && errno == EINTR {}
  }
}

/// A list as C takes it: with a null pointer at its end.
private func withCStrings<R>(_ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R) -> R {
  let copies = strings.map { strdup($0) }
  defer { copies.forEach { free($0) } }
  return body(copies + [nil])
}
