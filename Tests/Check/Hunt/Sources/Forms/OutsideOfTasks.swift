import Foundation
import SingletonSchedules

/// Files, folders, the environment and libraries, which tasks look at and change.
func addOutsideOfTasks(to forms: inout Forms) {
  let path = NSTemporaryDirectory() + "/hunt-\(getpid())"
  let flags: [(String, @Sendable () -> Bool, @Sendable () -> Void)] = [
    ("fileFlag", { access(path, F_OK) == 0 }, { close(creat(path, 0o600)) }),
    ("folderFlag", { access(path, F_OK) == 0 }, { mkdir(path, 0o700) }),
    (
      "fileManager", { FileManager.default.fileExists(atPath: path) },
      { FileManager.default.createFile(atPath: path, contents: nil) }
    ),
    ("environment", { getenv("HUNT_TASKS") != nil }, { setenv("HUNT_TASKS", "1", 1) }),
    (
      "defaults", { UserDefaults.standard.string(forKey: "hunt") != nil },
      { UserDefaults.standard.set("1", forKey: "hunt") }
    ),
    (
      "umask",
      {
        let old = umask(0o22)
        umask(old)
        return old == 0o77
      }, { umask(0o77) }
    ),
    ("workingFolder", { FileManager.default.currentDirectoryPath == "/" }, { chdir("/") }),
    (
      "threadDictionary", { Thread.mainThread.threadDictionary["hunt"] != nil },
      { Thread.mainThread.threadDictionary["hunt"] = 1 }
    ),
    (
      "processName", { ProcessInfo.processInfo.processName == "hunted" },
      { ProcessInfo.processInfo.processName = "hunted" }
    ),
    ("locale", { String(cString: setlocale(LC_NUMERIC, nil)) != "C" }, { setlocale(LC_NUMERIC, "C.UTF-8") }),
    (
      "queueSpecific", { DispatchQueue.main.getSpecific(key: taskKey) != nil },
      { DispatchQueue.main.setSpecific(key: taskKey, value: 1) }
    ),
    (
      "signal",
      {
        var now = sigaction()
        sigaction(SIGUSR2, nil, &now)
        return now.__sigaction_handler.sa_handler != nil
      }, { signal(SIGUSR2, SIG_IGN) }
    ),
    ("timeZone", { NSTimeZone.default.identifier == "GMT" }, { NSTimeZone.default = TimeZone(identifier: "GMT")! }),
  ]
  for (name, look, mark) in flags {
    let remove: @Sendable () -> Void = { _ = Foundation.remove(path) }
    forms.addTasks("B_\(name)Tasks") {
      defer { remove() }
      return try await check(
        fresh: { Starting() }, roles: { await $0.start(look, mark) }, { await $0.start(look, mark) },
        expecting: { _, v in v[0] + v[1] <= 1 })
    }
    forms.addTasks("B_\(name)TasksFirst") {
      defer { remove() }
      return try await check(
        fresh: { Starting() }, roles: { await $0.start(look, mark) }, { await $0.start(look, mark) },
        expecting: { _, v in v[1] == 0 })
    }
  }
  // Who claims first is kept: what the first schedule leaves, each later one finds, and returns the same.
  let claims: [(String, @Sendable (String) -> String)] = [
    (
      "environment",
      {
        setenv("HUNT_OWNER", $0, 0)
        return String(cString: getenv("HUNT_OWNER"))
      }
    ),
    (
      "file",
      {
        let file = open(path, O_CREAT | O_EXCL | O_WRONLY, 0o600)
        if file >= 0 { write(file, $0, 1) }
        close(file)
        return (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      }
    ),
    (
      "defaults",
      {
        if UserDefaults.standard.string(forKey: "owner") == nil { UserDefaults.standard.set($0, forKey: "owner") }
        return UserDefaults.standard.string(forKey: "owner")!
      }
    ),
  ]
  for (name, claim) in claims {
    for owner in ["a", "b"] {
      forms.addTasks("B_\(name)Owner\(owner.uppercased())Tasks") {
        defer { _ = Foundation.remove(path) }
        return try await check(
          fresh: { Identified() }, roles: { await $0.claims("a", claim) }, { await $0.claims("b", claim) },
          expecting: { _, v in v == [owner, owner] })
      }
    }
  }
  forms.addTasks("B_fileIdKept") {
    defer { _ = Foundation.remove(path) }
    return try await check(
      fresh: { Identified() }, roles: { await $0.identity(at: path, mine: "a") },
      { await $0.identity(at: path, mine: "b") },
      expecting: { _, v in v[0] == v[1] })
  }
  forms.addTasks("B_fileMadeAnew") {
    defer { _ = Foundation.remove(path) }
    return try await check(
      fresh: {
        _ = Foundation.remove(path)
        return Starting()
      },
      roles: { await $0.start({ access(path, F_OK) == 0 }, { close(creat(path, 0o600)) }) },
      { await $0.start({ access(path, F_OK) == 0 }, { close(creat(path, 0o600)) }) },
      expecting: { _, v in v[0] + v[1] <= 1 })
  }
}

private let taskKey = DispatchSpecificKey<Int>()

/// Keeps an identity in a file.
private actor Identified {
  func claims(_ mine: String, _ claim: (String) -> String) -> String { claim(mine) }
  func identity(at path: String, mine: String) async -> String {
    if let kept = try? String(contentsOfFile: path, encoding: .utf8) { return kept }
    await Task.yield()
    try? mine.write(toFile: path, atomically: false, encoding: .utf8)
    return mine
  }
}
