import Foundation
import SingletonCheck

/// Objects of libraries, which are not instrumented, and those that all code shares.
func addFoundation(to forms: inout Forms) {
  // Sound: what Foundation keeps is guarded by the lock.
  let uses: [(String, @Sendable (Foundations) -> Int)] = [
    ("nscache", { $0.cached() }), ("dateFormatter", { $0.format() }), ("jsonDecoder", { $0.decode() }),
    ("print", { $0.prints() }),
    ("date", { $0.date() }),
    ("regex", { $0.match() }), ("nsMutableString", { $0.mutates() }),
  ]
  for (name, use) in uses {
    forms.add(
      "S_" + name, fresh: { Foundations() }, roles: { o in o.locked { use(o) } }, { o in o.locked { use(o) } },
      expecting: { _, _ in true })
  }
  // An instance is looked for and stored in what all have, without a lock around both; a counter has one.
  let stores: [(String, @Sendable () -> Thing?, @Sendable (Thing) -> Void)] = [
    (
      "threadDictionary", { Thread.mainThread.threadDictionary["hunt"] as? Thing },
      { Thread.mainThread.threadDictionary["hunt"] = $0 }
    ),
    ("userInfo", { kept.userInfo["hunt"] as? Thing }, { kept.userInfo["hunt"] = $0 }),
    ("cache", { keptCache.object(forKey: "hunt") }, { keptCache.setObject($0, forKey: "hunt") }),
  ]
  for (name, look, store) in stores {
    forms.add("B_\(name)Library") { try check(fresh: { Looking() }, access: { $0.shared(look, store) }) }
  }
  let flags: [(String, @Sendable () -> Bool, @Sendable () -> Void)] = [
    ("defaults", { UserDefaults.standard.bool(forKey: "hunt") }, { UserDefaults.standard.set(true, forKey: "hunt") }),
    ("environment", { ProcessInfo.processInfo.environment["HUNT"] != nil }, { setenv("HUNT", "1", 1) }),
    (
      "processName", { ProcessInfo.processInfo.processName == "hunted" },
      { ProcessInfo.processInfo.processName = "hunted" }
    ),
    (
      "folder", { FileManager.default.currentDirectoryPath == "/" },
      { _ = FileManager.default.changeCurrentDirectoryPath("/") }
    ),
    ("timeZone", { NSTimeZone.default.identifier == "GMT" }, { NSTimeZone.default = TimeZone(identifier: "GMT")! }),
    (
      "queueSpecific", { DispatchQueue.main.getSpecific(key: keptKey) != nil },
      { DispatchQueue.main.setSpecific(key: keptKey, value: 1) }
    ),
  ]
  for (name, look, store) in flags {
    forms.add(
      "B_\(name)Once", fresh: { Looking() }, roles: { $0.starts(look, store) }, { $0.starts(look, store) },
      expecting: { _, v in v[0] + v[1] <= 1 })
    forms.add(
      "B_\(name)First", fresh: { Looking() }, roles: { $0.starts(look, store) }, { $0.starts(look, store) },
      expecting: { _, v in v[0] == 0 })
  }
}

nonisolated(unsafe) private let kept = NSObjectBox()
nonisolated(unsafe) private let keptCache = NSCache<NSString, Thing>()
private let keptKey = DispatchSpecificKey<Int>()

private final class NSObjectBox { let userInfo = NSMutableDictionary() }

private final class Looking: @unchecked Sendable {
  private let lock = NSLock()
  private var calls = 0
  private func count() { lock.withLock { calls += 1 } }
  func shared(_ look: () -> Thing?, _ store: (Thing) -> Void) -> Thing {
    let found = look()
    count()
    if let found { return found }
    let new = Thing()
    store(new)
    return new
  }
  /// Returns 1 if it has found nothing, and so has started.
  func starts(_ look: () -> Bool, _ store: () -> Void) -> Int {
    let isStarted = look()
    count()
    if isStarted { return 0 }
    store()
    return 1
  }
}

private final class Foundations: @unchecked Sendable {
  private let lock = NSLock(), cache = NSCache<NSString, NSNumber>(), mutable = NSMutableString(capacity: 16)
  private var formatter: DateFormatter?, decoded: [String: Int]?, text = ""
  func locked<R>(_ body: () -> R) -> R { lock.withLock(body) }
  func cached() -> Int {
    if let known = cache.object(forKey: "k") { return known.intValue }
    cache.setObject(NSNumber(value: 12_345_678), forKey: "k")
    return 12_345_678
  }
  func format() -> Int {
    if formatter == nil {
      formatter = DateFormatter()
      formatter!.dateFormat = "yyyy"
    }
    return 0
  }
  func decode() -> Int {
    if decoded == nil { decoded = try? JSONDecoder().decode([String: Int].self, from: Data(#"{"a":1}"#.utf8)) }
    return decoded?["a"] ?? -1
  }
  func prints() -> Int {
    if text.isEmpty {
      print("loading")
      text = "loaded"
    }
    return 1
  }
  func date() -> Int { Int(Date().timeIntervalSince1970) }
  func split() -> Int {
    if text.isEmpty { text = "a,b,c".split(separator: ",").joined(separator: ";") }
    return text.utf8.count
  }
  func match() -> Int { "abc".range(of: "b+", options: .regularExpression) == nil ? 0 : 1 }
  func mutates() -> Int {
    mutable.append("more")
    return mutable.length
  }
}
