import Foundation
import SingletonCheck

/// What is large or deep, or ends the process.
func addExtremes(to forms: inout Forms) {
  forms.add(
    "S_decoded8MB", fresh: { Big(0) }, roles: { $0.decoded(8 << 20) }, { $0.decoded(8 << 20) },
    expecting: { _, v in v[0] == v[1] })
  forms.add("B_endlessRecursionSecond") { try check(fresh: { Deep() }, access: { $0.sharedFirst }) }
  let ends: [(String, @Sendable () -> Void)] = [
    ("exit", { exit(3) }), ("_exit", { _exit(3) }), ("quick_exit", { quick_exit(3) }), ("abort", { abort() }),
    ("exitZero", { exit(0) }), ("raise", { raise(SIGTERM) }), ("kill", { kill(getpid(), SIGKILL) }),
    ("trap", { fatalError("ends") }), ("segfault", { UnsafeMutablePointer<Int>(bitPattern: 16)!.pointee = 1 }),
    ("illegal", { raise(SIGILL) }), ("pipe", { raise(SIGPIPE) }), ("stop", { raise(SIGALRM) }),
    ("divide", { _ = 1 / (getppid() * 0) }), ("longLoop", { while getppid() > 0 {} }),
    ("exec", { execv("/bin/true", [strdup("true"), nil]) }), ("pthread_exit", { pthread_exit(nil) }),
  ]
  for (name, end) in ends {
    // The second caller alone ends the process, and all do.
    forms.add("B_ends_\(name)") { try check(fresh: { Ending() }, access: { $0.second(end) }) }
  }
  forms.add("S_manyObjects") { try check(fresh: { Many() }, access: { $0.shared(300) }) }
  forms.add("B_manyObjects") { try check(fresh: { Many() }, access: { $0.unguarded(300) }) }
  forms.add("S_countsRounds") { try check(fresh: { Many() }, access: { $0.after(rounds: 1_000) }) }
}

private final class Big: @unchecked Sendable {
  private let lock = NSLock()
  private var pixels: [UInt8], made: Thing?
  init(_ size: Int) { pixels = [UInt8](repeating: 0, count: size) }
  var shared: Thing {
    lock.withLock {
      if made == nil { made = Thing() }
      return made!
    }
  }
  func decoded(_ size: Int) -> Int {
    lock.withLock {
      if pixels.isEmpty { pixels = [UInt8](repeating: 1, count: size) }
      return pixels.count
    }
  }
}

private final class Deep: @unchecked Sendable {
  private let lock = NSLock()
  private var made: Thing?
  private func depth(_ rest: Int) -> Int { rest == 0 ? 0 : 1 + depth(rest - 1) &* 3 & 0xffff }
  func shared(_ levels: Int) -> Thing {
    let reached = depth(levels)
    return lock.withLock {
      if made == nil { made = Thing(reached) }
      return made!
    }
  }
  /// Whoever finds the instance made recurses without end.
  var sharedFirst: Thing {
    let known = lock.withLock {
      let known = made
      if made == nil { made = Thing() }
      return known
    }
    if known != nil { _ = depth(.max) }
    return lock.withLock { made! }
  }
}

private final class Ending: @unchecked Sendable {
  private let lock = NSLock()
  private var made: Thing?
  func second(_ end: () -> Void) -> Thing {
    let (thing, isSecond) = lock.withLock {
      defer { if made == nil { made = Thing() } }
      return (made, made != nil)
    }
    if isSecond { end() }
    return thing ?? lock.withLock { made! }
  }
}

private final class Many: @unchecked Sendable {
  private final class Node {
    var next: Node?
    init(_ next: Node?) { self.next = next }
  }
  private let lock = NSLock()
  private var first: Node?, made: Thing?
  func unguarded(_ count: Int) -> Thing {
    if made == nil {
      for _ in 0..<count { first = Node(first) }
      made = Thing()
    }
    return made!
  }
  func shared(_ count: Int) -> Thing { lock.withLock { unguarded(count) } }
  func after(rounds: Int) -> Thing {
    var sum = 0
    for round in 0..<rounds { sum &+= round }
    return lock.withLock {
      if made == nil { made = Thing(sum) }
      return made!
    }
  }
}
