import Foundation

/// Keeps what is shared, or each thread's own, in places that are no memory of the class. A lock is taken before, so that
/// threads share memory, too.
public final class Elsewhere {
  private let lock = NSLock()
  private var count = 0
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  public init() {}

  private func enter() { lock.withLock { count += 1 } }

  public var inThreadDictionary: Cache {
    enter()
    if let known = Thread.current.threadDictionary["cache"] as? Cache { return known }
    let new = Cache()
    Thread.current.threadDictionary["cache"] = new
    return new
  }

  public var inOwnMemory: UnsafeMutableRawPointer {
    enter()
    if let known = pthread_getspecific(Self.key) { return known }
    let new = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)
    pthread_setspecific(Self.key, new)
    return new
  }

  /// In C.
  public func through(_ build: () -> UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    enter()
    return build()
  }

  public var byNumberOfThread: UInt {
    enter()
    return UInt(bitPattern: pthread_self().hashValue)
  }

  /// Looks whether there is a file, and makes it.
  public func inFile(_ path: String) -> Int {
    enter()
    if let known = FileManager.default.contents(atPath: path) { return Int(known[0]) }
    let new = UInt8.random(in: 0...255)
    _ = FileManager.default.createFile(atPath: path, contents: Data([new]))
    return Int(new)
  }

  /// The same with a file that is open.
  public func inOpenFile(_ file: Int32) -> Int {
    enter()
    var number: UInt8 = 0
    if pread(file, &number, 1, 0) == 1 { return Int(number) }
    number = 1
    return pwrite(file, &number, 1, 0)
  }

  /// Depends on the position in a file, and moves it.
  public func atPosition(_ file: Int32) -> Int {
    enter()
    return Int(lseek(file, 1, SEEK_CUR))
  }

  /// Depends on the folder, and changes it.
  public var inFolder: Int {
    enter()
    let folder = FileManager.default.currentDirectoryPath
    chdir("/")
    return folder.count
  }

  /// Reads a buffer that a library fills for all threads.
  public var inBuffer: Int32 {
    var time = lock.withLock {
      count += 1
      return 86_400 * count
    }
    let day = gmtime(&time)!
    enter()
    return day.pointee.tm_mday
  }

  /// A number of a sequence that a library has for all threads.
  public var inSequence: Double {
    enter()
    return drand48()
  }

  /// A name that Foundation keeps, and of which it makes objects.
  public var byName: Int {
    enter()
    let known = ProcessInfo.processInfo.processName
    if known != "Elsewhere" { ProcessInfo.processInfo.processName = "Elsewhere" }
    return known.count
  }

  /// Makes the table that the C library has for a process. Returns 1 to the first caller.
  public func makesTable() -> Int { lock.withLock { Int(hcreate(8)) } }

  public func looksAfterTable() -> Int {
    _ = makesTable()
    return marks
  }

  /// Writes without a lock, but only if it is the first.
  public func marksIfFirst() -> Int {
    if makesTable() == 1 { marks += 1 }
    return 0
  }

  private var marks = 0

  /// What libraries keep, but only to be faster.
  public var byCaches: String {
    enter()
    let words = "b a".split(separator: " ").sorted().joined()
    return words + (getenv("HOME") == nil ? "-" : "+") + "\(2.5)" + String(ProcessInfo.processInfo.processorCount)
  }

  public var byMask: UInt32 {
    enter()
    return umask(0o77)
  }

  /// Waits for another thread in a way that no model has.
  public func after(_ post: UnsafeMutablePointer<sem_t>) -> Int {
    enter()
    return Int(sem_wait(post))
  }

  /// Ends the process if another thread has been there.
  public func once(orElse end: () -> Void) -> Int {
    let number = lock.withLock {
      count += 1
      return count
    }
    if number > 1 { end() }
    return 1
  }

  /// The error of a call, which another thread's call does not change.
  public func error(of call: () -> Int32) -> Int32 {
    guard call() != 0 else { return 0 }
    enter()
    return errno
  }

  /// Lets the system write to memory that all threads have.
  public func read(into byte: UnsafeMutablePointer<UInt8>) -> Int {
    let file = open("/proc/self/comm", O_RDONLY)
    defer { close(file) }
    return Glibc.read(file, byte, 1)
  }

  public var readsFile: Int {
    enter()
    return FileManager.default.contents(atPath: "/etc/passwd") == nil ? 0 : 1
  }

  public var inEnvironment: Int {
    enter()
    if let known = getenv("CHECKED_CLASS") { return Int(String(cString: known))! }
    setenv("CHECKED_CLASS", "1", 1)
    return 1
  }

  public var inDefaults: Int {
    enter()
    let known = UserDefaults.standard.integer(forKey: "checked-class")
    if known == 0 { UserDefaults.standard.set(1, forKey: "checked-class") }
    return known
  }
}
