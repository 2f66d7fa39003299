import Foundation

/// Functions of Foundation and Dispatch that keep state, or look at it. Those that share state stand beside one another.
let foundationFunctions: [Function] = [
  Function("processName") { _ in digest(ProcessInfo.processInfo.processName) },
  Function("setProcessName") { caller in
    ProcessInfo.processInfo.processName = "hunt \(caller)"
    return 0
  },
  Function("globallyUniqueString") { _ in digest(ProcessInfo.processInfo.globallyUniqueString) },
  Function("activeProcessorCount") { _ in ProcessInfo.processInfo.activeProcessorCount },
  Function("systemUptime") { _ in Int(ProcessInfo.processInfo.systemUptime * 1e6) },
  Function("processEnvironment") { _ in digest(ProcessInfo.processInfo.environment["HUNT_SWIFT"] ?? "") },
  Function("setenv") { caller in Int(setenv("HUNT_SWIFT", "\(caller)", 1)) },
  Function("setenvIfNone") { caller in
    setenv("HUNT_SWIFT", "\(caller)", 0)
    return digest(String(cString: getenv("HUNT_SWIFT")))
  },
  Function("currentDirectoryPath") { _ in digest(FileManager.default.currentDirectoryPath) },
  Function("changeCurrentDirectoryPath") { caller in
    FileManager.default.changeCurrentDirectoryPath(caller == 0 ? "/usr" : "/etc") ? 1 : 0
  },
  Function("absoluteURL") { _ in digest(URL(fileURLWithPath: "hunt").path) },
  Function("fileExists") { _ in FileManager.default.fileExists(atPath: "passwd") ? 1 : 0 },
  Function("temporaryDirectory") { _ in digest(NSTemporaryDirectory()) },
  Function("bundlePath") { _ in digest(Bundle.main.bundlePath) },
  Function("defaultsString") { _ in digest(UserDefaults.standard.string(forKey: "hunt") ?? "") },
  Function("setDefaults") { caller in
    UserDefaults.standard.set("\(caller)", forKey: "hunt")
    return 0
  },
  Function("registerDefaults") { caller in
    UserDefaults.standard.register(defaults: ["hunt": "\(caller)"])
    return 0
  },
  Function("threadName") { _ in digest(Thread.current.name ?? "") },
  Function("setThreadName") { caller in
    Thread.current.name = "\(caller)"
    return 0
  },
  Function("isMainThread") { _ in Thread.isMainThread ? 1 : 0 },
  Function("threadDictionary") { _ in Thread.current.threadDictionary["hunt"] as? Int ?? -1 },
  Function("setThreadDictionary") { caller in
    Thread.current.threadDictionary["hunt"] = caller
    return 0
  },
  Function("mainThreadDictionary") { _ in Thread.mainThread.threadDictionary["hunt"] as? Int ?? -1 },
  Function("setMainThreadDictionary") { caller in
    Thread.mainThread.threadDictionary["hunt"] = caller
    return 0
  },
  Function("timeZone") { _ in digest(TimeZone.current.identifier) },
  Function("defaultTimeZone") { _ in digest(NSTimeZone.default.identifier) },
  Function("setDefaultTimeZone") { caller in
    NSTimeZone.default = TimeZone(secondsFromGMT: 3600 * (caller + 1))!
    return 0
  },
  Function("resetSystemTimeZone") { _ in
    NSTimeZone.resetSystemTimeZone()
    return 0
  },
  Function("locale") { _ in digest(Locale.current.identifier) },
  Function("calendar") { _ in digest("\(Calendar.current.identifier)") },
  Function("formattedDate") { _ in
    let formatter = DateFormatter()
    formatter.dateFormat = "yyyy-MM-dd HH"
    return digest(formatter.string(from: Date(timeIntervalSince1970: 0)))
  },
  Function("describedDate") { caller in digest("\(Date(timeIntervalSince1970: Double(caller)))") },
  Function("formattedNumber") { caller in digest(NumberFormatter().string(from: NSNumber(value: caller)) ?? "") },
  Function("stringFormat") { caller in digest(String(format: "%05d", caller)) },
  Function("now") { _ in Int(Date().timeIntervalSince1970 * 1e6) },
  Function("dispatchNow") { _ in Int(truncatingIfNeeded: DispatchTime.now().uptimeNanoseconds) },
  Function("continuousNow") { _ in Int("\(ContinuousClock.now)".hashValue & 0xffff) },
  Function("uuid") { _ in digest(UUID().uuidString) },
  Function("randomNumber") { _ in Int.random(in: 0..<1_000_000) },
  Function("hashValue") { caller in "hunt \(caller)".hashValue },
  Function("className") { _ in digest(NSKeyedArchiver.classNameForClass(NSObject.self) ?? "") },
  Function("setClassName") { caller in
    NSKeyedArchiver.setClassName("Hunted\(caller)", for: NSObject.self)
    return 0
  },
  Function("operationQueueName") { _ in digest(OperationQueue.main.name ?? "") },
  Function("setOperationQueueName") { caller in
    OperationQueue.main.name = "\(caller)"
    return 0
  },
  Function("cachedObject") { _ in keptCache.object(forKey: "hunt")?.intValue ?? -1 },
  Function("cacheObject") { caller in
    keptCache.setObject(NSNumber(value: caller), forKey: "hunt")
    return 0
  },
  Function("dictionaryCount") { _ in keptDictionary.count },
  Function("addToDictionary") { caller in
    keptDictionary["\(caller)"] = caller
    return keptDictionary.count
  },
  Function("dataLength") { _ in keptData.length },
  Function("appendToData") { caller in
    keptData.append(Data([UInt8(caller)]))
    return keptData.length
  },
  Function("scan") { _ in keptScanner.scanCharacter().map { Int($0.asciiValue!) } ?? -1 },
  Function("scanLocation") { _ in keptScanner.currentIndex.utf16Offset(in: keptScanner.string) },
  Function("nextOfEnumerator") { _ in (keptEnumerator.nextObject() as? NSNumber)?.intValue ?? -1 },
  Function("progressCompleted") { _ in Int(keptProgress.completedUnitCount) },
  Function("setProgress") { caller in
    keptProgress.completedUnitCount += Int64(caller + 1)
    return Int(keptProgress.completedUnitCount)
  },
  Function("indexCount") { _ in keptIndexes.count },
  Function("addIndex") { caller in
    keptIndexes.add(caller)
    return keptIndexes.count
  },
  Function("readLine") { _ in keptHandle.readData(ofLength: 1).first.map(Int.init) ?? -1 },
  Function("handleOffset") { _ in Int((try? keptHandle.offset()) ?? 0) },
  Function("semaphoreTry") { _ in keptSemaphore.wait(timeout: .now()) == .success ? 1 : 0 },
  Function("semaphoreSignal") { _ in keptSemaphore.signal() },
  Function("groupTry") { _ in keptGroup.wait(timeout: .now()) == .success ? 1 : 0 },
  Function("groupEnter") { _ in
    keptGroup.enter()
    return 0
  },
  Function("queueSpecific") { _ in keptQueue.sync { DispatchQueue.getSpecific(key: keptSpecific) ?? -1 } },
  Function("setQueueSpecific") { caller in
    keptQueue.setSpecific(key: keptSpecific, value: caller)
    return 0
  },
  Function("getSpecificOfQueue") { _ in keptQueue.getSpecific(key: keptSpecific) ?? -1 },
  Function("queueLabel") { _ in digest(keptQueue.label) },
  Function("lockTry") { _ in keptLock.try() ? 1 : 0 },
  Function("workItemIsCancelled") { _ in keptItem.isCancelled ? 1 : 0 },
  Function("cancelWorkItem") { _ in
    keptItem.cancel()
    return 0
  },
  Function("operationIsCancelled") { _ in keptOperation.isCancelled ? 1 : 0 },
  Function("cancelOperation") { _ in
    keptOperation.cancel()
    return 0
  },
]

// Objects of libraries that the whole program has.
nonisolated(unsafe) private let keptCache = NSCache<NSString, NSNumber>()
nonisolated(unsafe) private let keptDictionary = NSMutableDictionary()
nonisolated(unsafe) private let keptData = NSMutableData()
nonisolated(unsafe) private let keptScanner = Scanner(string: "some text to scan")
nonisolated(unsafe) private let keptEnumerator = NSArray(array: [1, 2, 3, 4, 5, 6]).objectEnumerator()
private let keptProgress = Progress(totalUnitCount: 100)
nonisolated(unsafe) private let keptIndexes = NSMutableIndexSet()
private let keptHandle = FileHandle(forReadingAtPath: "/etc/passwd")!
nonisolated(unsafe) private let keptItem = DispatchWorkItem {}
private let keptOperation = BlockOperation {}
private let keptSemaphore = DispatchSemaphore(value: 1), keptGroup = DispatchGroup(), keptLock = NSLock()
private let keptQueue = DispatchQueue(label: "hunt"), keptSpecific = DispatchSpecificKey<Int>()

/// Returns a number for a text, the same in each process.
private func digest(_ text: String) -> Int { text.utf8.reduce(5381) { ($0 &* 33 &+ Int($1)) & 0xffff_ffff } }
