import Foundation
import SingletonCheck

/// Objects of libraries, which are not instrumented, and those that all code shares.
func addFoundation(to forms: inout Forms) {
  // Sound: what Foundation keeps is guarded by the lock.
  let uses: [(String, @Sendable (Foundations) -> Int)] = [
    ("nscache", { $0.cached() }), ("dateFormatter", { $0.format() }), ("jsonDecoder", { $0.decode() }),
    ("stringLog", { $0.log() }), ("url", { $0.link() }), ("print", { $0.prints() }), ("fileExists", { $0.exists() }),
    ("uuid", { $0.uuid() }), ("date", { $0.date() }), ("split", { $0.split() }), ("numberFormatter", { $0.number() }),
    ("regex", { $0.match() }), ("attributes", { $0.attributes() }), ("nsMutableString", { $0.mutates() }),
  ]
  for (name, use) in uses {
    forms.add("S_" + name) {
      try check(
        fresh: { Foundations() }, roles: { o in o.locked { use(o) } }, { o in o.locked { use(o) } },
        expecting: { _, _ in true })
    }
  }
  // An instance is looked for and stored in what all have, without a lock around both; a counter has one.
  let stores: [(String, @Sendable () -> Thing?, @Sendable (Thing) -> Void)] = [
    (
      "threadDictionary", { Thread.mainThread.threadDictionary["hunt"] as? Thing },
      { Thread.mainThread.threadDictionary["hunt"] = $0 }
    ),
    ("userInfo", { kept.userInfo["hunt"] as? Thing }, { kept.userInfo["hunt"] = $0 }),
    ("cache", { keptCache.object(forKey: "hunt") }, { keptCache.setObject($0, forKey: "hunt") }),
    ("dictionary", { keptDictionary["hunt"] as? Thing }, { keptDictionary["hunt"] = $0 }),
    ("array", { keptArray.firstObject as? Thing }, { keptArray.add($0) }),
  ]
  for (name, look, store) in stores {
    forms.add("B_\(name)Library") { try check(fresh: { Looking() }, access: { $0.shared(look, store) }) }
  }
  let flags: [(String, @Sendable () -> Bool, @Sendable () -> Void)] = [
    ("defaults", { UserDefaults.standard.bool(forKey: "hunt") }, { UserDefaults.standard.set(true, forKey: "hunt") }),
    (
      "registered", { UserDefaults.standard.string(forKey: "hunt2") != nil },
      { UserDefaults.standard.register(defaults: ["hunt2": "1"]) }
    ),
    ("environment", { ProcessInfo.processInfo.environment["HUNT"] != nil }, { setenv("HUNT", "1", 1) }),
    (
      "processName", { ProcessInfo.processInfo.processName == "hunted" },
      { ProcessInfo.processInfo.processName = "hunted" }
    ),
    (
      "folder", { FileManager.default.currentDirectoryPath == "/" },
      { _ = FileManager.default.changeCurrentDirectoryPath("/") }
    ),
    ("threadName", { Thread.mainThread.name == "hunted" }, { Thread.mainThread.name = "hunted" }),
    ("timeZone", { NSTimeZone.default.identifier == "GMT" }, { NSTimeZone.default = TimeZone(identifier: "GMT")! }),
    ("queueName", { OperationQueue.main.name == "hunted" }, { OperationQueue.main.name = "hunted" }),
    (
      "queueSpecific", { DispatchQueue.main.getSpecific(key: keptKey) != nil },
      { DispatchQueue.main.setSpecific(key: keptKey, value: 1) }
    ),
  ]
  for (name, look, store) in flags {
    forms.add("B_\(name)Once") {
      try check(
        fresh: { Looking() }, roles: { $0.starts(look, store) }, { $0.starts(look, store) },
        expecting: { _, v in v[0] + v[1] <= 1 })
    }
    forms.add("B_\(name)First") {
      try check(
        fresh: { Looking() }, roles: { $0.starts(look, store) }, { $0.starts(look, store) },
        expecting: { _, v in v[0] == 0 })
    }
  }
}

nonisolated(unsafe) private let kept = NSObjectBox()
nonisolated(unsafe) private let keptCache = NSCache<NSString, Thing>()
nonisolated(unsafe) private let keptDictionary = NSMutableDictionary()
nonisolated(unsafe) private let keptArray = NSMutableArray()
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
  private var formatter: DateFormatter?, decoded: [String: Int]?, address: URL?, text = ""
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
  func log() -> Int {
    text += "line \(text.utf8.count)\n"
    return text.utf8.count
  }
  func link() -> Int {
    if address == nil { address = URL(string: "https://example.org/a?b=c") }
    return address!.absoluteString.utf8.count
  }
  func prints() -> Int {
    if text.isEmpty {
      print("loading")
      text = "loaded"
    }
    return 1
  }
  func exists() -> Int { FileManager.default.fileExists(atPath: "/etc/passwd") ? 1 : 0 }
  func uuid() -> Int {
    if text.isEmpty { text = UUID().uuidString }
    return text.utf8.count
  }
  func date() -> Int { Int(Date().timeIntervalSince1970) }
  func split() -> Int {
    if text.isEmpty { text = "a,b,c".split(separator: ",").joined(separator: ";") }
    return text.utf8.count
  }
  func number() -> Int { NumberFormatter().string(from: 3)?.utf8.count ?? 0 }
  func match() -> Int { "abc".range(of: "b+", options: .regularExpression) == nil ? 0 : 1 }
  func attributes() -> Int { (try? FileManager.default.attributesOfItem(atPath: "/etc/passwd"))?.count ?? 0 }
  func mutates() -> Int {
    mutable.append("more")
    return mutable.length
  }
}
