import Foundation
import SingletonCheck

/// State of the C library and of the kernel.
func addCLibrary(to forms: inout Forms) {
  let years: [(String, @Sendable (Keeping, time_t) -> Int)] = [
    ("B_gmtime", { $0.gmtimeEarly($1) }),
    ("B_gmtimeAtOnce", { $0.gmtimeAtOnce($1) }), ("S_gmtime_r", { $0.gmtimeOwn($1) }),
    ("S_gmtimeUnderLock", { $0.gmtimeUnderLock($1) }),
  ]
  for (name, year) in years {
    forms.add(
      name, fresh: { Keeping() }, roles: { year($0, 0) }, { year($0, 1_700_000_000) },
      expecting: { _, v in v == [1970, 2023] })
  }
  forms.add(
    "B_strtok", fresh: { Keeping() }, roles: { $0.token("a,b") }, { $0.token("c,d") },
    expecting: { _, v in v == ["ab", "cd"] })
  forms.add(
    "S_strtok_r", fresh: { Keeping() }, roles: { $0.ownToken("a,b") }, { $0.ownToken("c,d") },
    expecting: { _, v in v == ["ab", "cd"] })
  // A sequence that all threads share: who draws first depends on the order.
  let sequences: [(String, @Sendable () -> Int)] = [
    ("srand48", { Int(drand48() * 1e9) }),
    ("rand", { Int(rand()) }),
  ]
  let orders: [(String, @Sendable ([Int]) -> Bool)] = [("Before", { $0[0] < $0[1] }), ("After", { $0[0] > $0[1] })]
  for (name, draw) in sequences {
    for (suffix, isExpected) in orders {
      forms.add(
        "B_\(name)\(suffix)", fresh: { Keeping(seed: 7) }, roles: { $0.drawn(draw) }, { $0.drawn(draw) },
        expecting: { _, v in isExpected(v) })
    }
  }
  let bytes: [(String, @Sendable ([Int]) -> Bool)] = [
    ("First", { $0 == [0x72, 0x6f] }), ("Second", { $0 == [0x6f, 0x72] }),
  ]
  for (suffix, isExpected) in bytes {
    forms.add("B_fileOffset\(suffix)") {
      try check(fresh: { FileOffset() }, roles: { $0.next() }, { $0.next() }, expecting: { _, v in isExpected(v) })
    }
  }
  let folders: [(String, @Sendable ([String]) -> Bool)] = [
    ("B_chdirLost", { $0[1] == "/etc" }),
    ("B_chdirFirst", { $0[0] == "/usr" }),
  ]
  for (name, isExpected) in folders {
    forms.add(
      name, fresh: { Keeping() }, roles: { $0.inFolder("/usr") }, { $0.inFolder("/etc") },
      expecting: { _, v in isExpected(v) })
  }
  // What one thread leaves for the others, in whatever order: each look finds out whether another one was here before.
  let leaves: [(String, @Sendable () -> Bool)] = [
    ("umask", { umask(0o77) == 0o77 }), ("signal", { unsafeBitCast(signal(SIGUSR2, SIG_IGN), to: Int.self) == 1 }),
    ("setlogmask", { setlogmask(1) == 1 }), ("hcreate", { hcreate(8) == 0 }),
    ("setenv", { getenv("HUNT_LEFT") != nil || setenv("HUNT_LEFT", "1", 1) != 0 }),
    ("setlocale", { String(cString: setlocale(LC_NUMERIC, nil)) != "C" || setlocale(LC_NUMERIC, "C.UTF-8") == nil }),
    ("putenv", { getenv("HUNT_PUT") != nil || putenv(strdup("HUNT_PUT=1")) != 0 }),
    ("rlimit", { setsCoreLimit(to: 4096) == 4096 }),
  ]
  // In each run one thread is the first, and either may be; a run before this one leaves both as later ones.
  for (name, isLater) in leaves {
    forms.add(
      "B_\(name)Alike", fresh: { Keeping() }, roles: { $0.leaves(isLater) }, { $0.leaves(isLater) },
      expecting: { _, v in v[0] == v[1] })
    forms.add(
      "B_\(name)Later", fresh: { Keeping() }, roles: { $0.leaves(isLater) }, { $0.leaves(isLater) },
      expecting: { _, v in v[1] == 1 })
  }
  forms.add("B_dupNumber", fresh: { Keeping() }, roles: { $0.duplicate() }, { $0.duplicate() }) { _, v in v[0] < v[1] }
}

/// Sets the limit of the size of core files, and returns the old one.
private func setsCoreLimit(to size: rlim_t) -> rlim_t {
  let core = __rlimit_resource_t(4)
  var limit = rlimit()
  getrlimit(core, &limit)
  defer {
    limit.rlim_cur = size
    setrlimit(core, &limit)
  }
  return limit.rlim_cur
}

/// Counts calls under a lock, beside what the C library keeps.
private final class Keeping: @unchecked Sendable {
  private let lock = NSLock()
  private var calls = 0
  init() {}
  init(seed: Int) {
    srand48(seed)
    srand(UInt32(seed))
    srandom(UInt32(seed))
  }
  private func count() { lock.withLock { calls += 1 } }
  private func broken(
    _ time: time_t, by convert: (UnsafePointer<time_t>) -> UnsafeMutablePointer<tm>?
  ) -> UnsafeMutablePointer<tm> {
    withUnsafePointer(to: time) { convert($0)! }
  }
  func gmtimeEarly(_ time: time_t) -> Int {
    let found = broken(time, by: gmtime)
    count()
    return Int(found.pointee.tm_year) + 1900
  }
  /// The other thread may call between the call and the look.
  func gmtimeAtOnce(_ time: time_t) -> Int {
    count()
    return Int(broken(time, by: gmtime).pointee.tm_year) + 1900
  }
  func gmtimeUnderLock(_ time: time_t) -> Int { lock.withLock { Int(broken(time, by: gmtime).pointee.tm_year) + 1900 } }
  func gmtimeOwn(_ time: time_t) -> Int {
    var own = tm()
    _ = broken(time, by: { gmtime_r($0, &own) })
    count()
    return Int(own.tm_year) + 1900
  }
  private func year(_ text: UnsafePointer<CChar>) -> Int {
    count()
    return Int(atoi(text + 20))
  }
  func token(_ text: String) -> String {
    let copy = strdup(text)!
    let first = strtok(copy, ",").map { String(cString: $0) } ?? ""
    count()
    return first + (strtok(nil, ",").map { String(cString: $0) } ?? "")
  }
  func ownToken(_ text: String) -> String {
    let copy = strdup(text)!
    var rest: UnsafeMutablePointer<CChar>?
    let first = strtok_r(copy, ",", &rest).map { String(cString: $0) } ?? ""
    count()
    return first + (strtok_r(nil, ",", &rest).map { String(cString: $0) } ?? "")
  }
  func drawn(_ draw: () -> Int) -> Int {
    let number = draw()
    count()
    return number
  }
  func inFolder(_ path: String) -> String {
    chdir(path)
    count()
    var folder = [CChar](repeating: 0, count: 256)
    getcwd(&folder, 256)
    return String(cString: folder)
  }
  /// Returns 1 if another one was here before.
  func leaves(_ body: () -> Bool) -> Int {
    let isLater = body()
    count()
    return isLater ? 1 : 0
  }
  func duplicate() -> Int {
    let file = dup(0)
    count()
    return Int(file)
  }
}

/// A file that threads read in turn. It begins with "root".
private final class FileOffset: @unchecked Sendable {
  private let file = open("/etc/passwd", O_RDONLY), lock = NSLock()
  private var calls = 0
  private func count() { lock.withLock { calls += 1 } }
  private func byte() -> Int {
    var byte: UInt8 = 0
    return read(file, &byte, 1) == 1 ? Int(byte) : -1
  }
  func next() -> Int {
    let found = byte()
    count()
    return found
  }
}
