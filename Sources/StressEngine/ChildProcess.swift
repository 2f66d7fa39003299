import CPlatform
import Outcomes

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A child of a row, from its start to the end of everything it has started.
///
/// It leads a process group of its own: a terminal's SIGINT is the parent's to handle, and one signal ends the child
/// together with whatever it has started itself.
final class ChildProcess {
  enum End: Equatable {
    case exited(Int32)
    case signalled(Int32)
  }

  let identifier: pid_t
  let board: Board
  let began: UInt64
  let words: Words
  /// Processor time of the child, once it has ended.
  private(set) var cpuNanoseconds: UInt64 = 0

  init(
    _ job: RowJob, executable: String, board: Board, words: Words, lifeline: Int32, now: UInt64
  )
    throws(EngineError)
  {
    self.board = board
    self.words = words
    began = now
    board.clear()
    words.clear()
    identifier = try spawn(
      executable, [RowChild.argument] + job.arguments,
      descriptors: [
        (board.descriptor, RowChild.boardDescriptor), (lifeline, RowChild.lifelineDescriptor), (words.descriptor, 2),
      ])
  }

  /// nil while it runs. What it has left behind is ended with it.
  func end() -> End? {
    var status: Int32 = 0
    var usage = rusage()
    let waited = wait4(identifier, &status, WNOHANG, &usage)
    guard waited != 0 else { return nil }
    kill(-identifier, SIGKILL)
    guard waited == identifier else { return .exited(ChildExit.badJob.rawValue) }
    cpuNanoseconds = usage.ru_utime.nanoseconds + usage.ru_stime.nanoseconds
    return status & 0x7f == 0 ? .exited((status >> 8) & 0xff) : .signalled(status & 0x7f)
  }

  /// Ends the child and its group, and waits until it is gone.
  func stop() {
    kill(-identifier, SIGKILL)
    kill(identifier, SIGKILL)
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
  }

  /// The last line it wrote to its standard error; nil where it wrote nothing.
  var lastWords: String? { words.lastLine }
}

extension timeval {
  fileprivate var nanoseconds: UInt64 { UInt64(tv_sec) * 1_000_000_000 + UInt64(tv_usec) * 1_000 }
}

/// A file that catches what a child says on its standard error.
struct Words {
  let descriptor: Int32
  private static let most = 4096
  /// The runtime's own words for a failed check; a stack trace may follow.
  private static let languageFailure = "Fatal error"

  init() throws(EngineError) { descriptor = try unnamedFile() }

  func clear() {
    ftruncate(descriptor, 0)
    lseek(descriptor, 0, SEEK_SET)
  }

  /// The line that says most: the runtime's failure, else the last one.
  var lastLine: String? {
    var bytes = [UInt8](repeating: 0, count: Self.most)
    let end = lseek(descriptor, 0, SEEK_END)
    let count = pread(descriptor, &bytes, bytes.count, max(0, end - off_t(bytes.count)))
    guard count > 0 else { return nil }
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    let lines = text.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
    return (lines.first { $0.contains(Self.languageFailure) } ?? lines.last).map(String.init)
  }

  func discard() { close(descriptor) }
}

/// Starts an executable with the descriptors it shares; all others are closed on exec.
private func spawn(
  _ executable: String, _ arguments: [String], descriptors: [(own: Int32, child: Int32)]
)
  throws(EngineError) -> pid_t
{
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: SpawnAttributes
  #else
    var actions = posix_spawn_file_actions_t()
    var attributes = SpawnAttributes()
  #endif
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
  for pair in descriptors { posix_spawn_file_actions_adddup2(&actions, pair.own, pair.child) }
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  setDefaults(&attributes)

  var child = pid_t()
  let argv = CStrings(["singleton-bench"] + arguments)
  let environment = CStrings(childEnvironment())
  let code = posix_spawn(&child, executable, &actions, &attributes, argv.pointers, environment.pointers)
  guard code == 0 else { throw EngineError.system("starting a child process", code) }
  return child
}

#if canImport(Darwin)
  /// A pointer on Darwin, a struct on Linux.
  private typealias SpawnAttributes = posix_spawnattr_t?
#else
  private typealias SpawnAttributes = posix_spawnattr_t
#endif

/// A group of its own, no signal blocked, none ignored that the parent may ignore.
private func setDefaults(_ attributes: UnsafeMutablePointer<SpawnAttributes>) {
  var none = sigset_t()
  sigemptyset(&none)
  var defaults = sigset_t()
  sigemptyset(&defaults)
  for signal in [SIGINT, SIGTERM, SIGPIPE, SIGCHLD, SIGHUP] { sigaddset(&defaults, signal) }
  posix_spawnattr_setsigmask(attributes, &none)
  posix_spawnattr_setsigdefault(attributes, &defaults)
  posix_spawnattr_setpgroup(attributes, 0)
  posix_spawnattr_setflags(
    attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
}

/// Ours, without the backtrace that takes a crashing Swift process seconds.
private func childEnvironment() -> [String] {
  var variables: [String] = []
  var next = environ
  while let variable = next.pointee {
    variables.append(String(cString: variable))
    next += 1
  }
  return variables.filter { !$0.hasPrefix("SWIFT_BACKTRACE=") } + ["SWIFT_BACKTRACE=enable=no"]
}

/// A NULL-terminated array of C strings.
private final class CStrings {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ strings: [String]) {
    count = strings.count
    pointers = .allocate(capacity: count + 1)
    for (index, string) in strings.enumerated() { pointers[index] = strdup(string) }
    pointers[count] = nil
  }

  deinit {
    for index in 0..<count { free(pointers[index]) }
    pointers.deallocate()
  }
}
