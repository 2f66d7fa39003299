import CPlainState
import Foundation
import SingletonStrategyChecker
import Testing

@testable import SingletonSchedules

/// Where code that is not compiled for a check keeps whether it has begun.
private enum Place: Sendable, CaseIterable {
  case mainActor, globalActor, beside, lazyStatic, staticObject, dictionary, fileGlobal

  func isSet() async -> Bool {
    switch self {
    case .mainActor: await FlagOnMain.isSet
    case .globalActor: await Sessions.current != nil
    case .beside: Beside.isSet
    case .lazyStatic: Beside.lazy == 1
    case .staticObject: Flag.shared.isSet
    case .dictionary: Beside.known["flag"] == true
    case .fileGlobal: isSetInFile
    }
  }

  func set() async {
    switch self {
    case .mainActor: await FlagOnMain.set()
    case .globalActor: await Sessions.set()
    case .beside: Beside.isSet = true
    case .lazyStatic: Beside.lazy = 1
    case .staticObject: Flag.shared.isSet = true
    case .dictionary: Beside.known["flag"] = true
    case .fileGlobal: isSetInFile = true
    }
  }
}

nonisolated(unsafe) private var isSetInFile = false

private enum FlagOnMain {
  @MainActor static var isSet = false
  @MainActor static func set() { isSet = true }
}

@globalActor private actor Sessions {
  static let shared = Sessions()
  @Sessions static var current: String?
  @Sessions static func set() { current = "a session whose token is a long string" }
}

private enum Beside {
  nonisolated(unsafe) static var isSet = false
  nonisolated(unsafe) static var lazy = Int(CommandLine.argc) * 0
  nonisolated(unsafe) static var known: [String: Bool] = [:]
}

private final class Flag: @unchecked Sendable {
  static let shared = Flag()
  var isSet = false
}

/// Begins once, or so it seems, and says whether it has.
private func begin(isSet: () async -> Bool, set: () async -> Void) async -> Bool {
  if await isSet() { return false }
  await Task.yield()
  await set()
  return true
}

/// The same without an await between the look and the store.
private actor Beginning {
  func begin(isSet: @Sendable () -> Bool, set: @Sendable () -> Void) -> Bool {
    if isSet() { return false }
    set()
    return true
  }
}

private let placesOfThread = [plain_thread_local, plain_key]
private let plainPlaces = (0...plain_last.rawValue).map { plain_place(rawValue: $0) }.filter {
  !placesOfThread.contains($0)
}

/// Judges that one has begun, and only one.
@Sendable private func isOne(_: some Sendable, _ hasBegun: [Bool]) async -> Bool { hasBegun.count { $0 } == 1 }

@Suite(.enabled(if: ScheduleCheck.obstacle == nil))
struct `What each schedule begins with` {
  private struct Anybody: Sendable {}

  @Test(arguments: Place.allCases)
  fileprivate func `in code without flags is what the check finds, so that two can begin`(_ place: Place) async throws {
    let result = try await check(
      fresh: { Anybody() }, roles: { _ in await begin(isSet: place.isSet, set: place.set) }, expecting: isOne)
    #expect(result.findings == [.unexpected], "\(result)")
  }

  @Test func `is that also if states are not merged, so that no other memory is put back`() async throws {
    var plan = Plan(tasks: 2)
    (plan.judgesValues, plan.mergesStates) = (true, false)
    let result = try ScheduleCheck(name: "Place", plan) {
      let access: Exploration.Access = {
        ReturnedValue(await begin(isSet: Place.globalActor.isSet, set: Place.globalActor.set))
      }
      return Exploration.Subject(
        owner: 0, access: { _ in access },
        judge: { $0.count { ($0 as! ReturnedValue<Bool>).value } == 1 })
    }.result()
    #expect(result.findings == [.unexpected], "\(result)")
  }

  @Test(arguments: plainPlaces)
  func `of C without flags is what the check finds, so that two can begin`(_ place: plain_place) async throws {
    let result = try await check(
      fresh: { Anybody() },
      roles: { _ in await begin(isSet: { plain_is_set(place) }, set: { plain_set(place) }) }, expecting: isOne)
    #expect(result.findings == [.unexpected], "\(result)")
  }

  @Test(arguments: plainPlaces)
  func `is nobody's beginning, so that one who looks and stores in one job is proved`(_ place: plain_place) async throws
  {
    let result = try await check(
      fresh: { Beginning() },
      roles: { await $0.begin(isSet: { plain_is_set(place) }, set: { plain_set(place) }) }, expecting: isOne)
    #expect(result.isProved, "\(result)")
  }

  @Test(arguments: placesOfThread)
  func `decides nothing if a job has changed what only its thread has`(_ place: plain_place) async throws {
    let result = try await check(
      fresh: { Beginning() },
      roles: { await $0.begin(isSet: { plain_is_set(place) }, set: { plain_set(place) }) }, expecting: isOne)
    #expect(result.verdict == .undecided, "\(result)")
    #expect(result.obstacle?.contains("if another thread runs each job") == true, "\(result)")
  }

  @Test func `is a static let that nobody has built, also without flags`() async throws {
    let result = try await check(
      tasks: 2, buildsOnce: true, fresh: { Anybody() }, access: { _ in await OfActor.shared })
    #expect(result.isProved, "\(result)")
  }

  @Test func `is what the test has set before the check`() async throws {
    isSetBefore = true
    let result = try await check(
      fresh: { Beginning() }, roles: { await $0.begin(isSet: { !isSetBefore }, set: { isSetBefore = false }) },
      expecting: isOne)
    #expect(result.isProved, "\(result)")
    #expect(isSetBefore)
  }

  @Test func `cannot be put back if it had an object before the check, which is named`() async throws {
    await Kept.replace()
    let result = try await check(
      fresh: { Anybody() }, roles: { _ in await Kept.replace() }, expecting: { _, _ in true })
    #expect(result.verdict == .undecided && "\(result)".contains("Kept.thing"), "\(result)")
  }
}

nonisolated(unsafe) private var isSetBefore = false

@MainActor private enum OfActor { static let shared = Thing() }

private enum Kept {
  @MainActor static var thing: Thing?
  @MainActor static func replace() { thing = Thing() }
}

/// Where a first schedule leaves something that no later one is free of.
private enum Outside: Sendable, CaseIterable {
  case environment, defaults, file, threadDictionary, oldObject

  private static let key = "SINGLETON_BENCH_BEGINNING"
  private static let path = FileManager.default.temporaryDirectory.path + "/singleton-bench-\(getpid())"
  private static let old = Flag()

  /// Makes what has to exist before the check, and removes what must not.
  func prepare() {
    _ = (Self.path, Self.old)
    if self == .file { unlink(Self.path) }
  }

  func isSet() -> Bool {
    switch self {
    case .environment: getenv(Self.key) != nil
    case .defaults: UserDefaults.standard.string(forKey: Self.key) != nil
    case .file: access(Self.path, F_OK) == 0
    case .threadDictionary: Thread.mainThread.threadDictionary[Self.key] != nil
    case .oldObject: Self.old.isSet
    }
  }

  /// Whether a result names the system call, or else that only a second schedule shows it.
  func isNamed(in result: ScheduleResult) -> Bool {
    let names =
      switch self {
      // The first use of the defaults in a process asks the system for more.
      case .defaults: ["system call (socket)", "a second schedule"]
      case .file: ["system call (creat) in Outside.set()"]
      case .environment, .threadDictionary, .oldObject: ["a second schedule"]
      }
    return names.contains { result.obstacle?.contains($0) == true }
  }

  func set() {
    switch self {
    case .environment: setenv(Self.key, "1", 1)
    case .defaults: UserDefaults.standard.set("1", forKey: Self.key)
    case .file: close(creat(Self.path, 0o600))
    case .threadDictionary: Thread.mainThread.threadDictionary[Self.key] = "1"
    case .oldObject: Self.old.isSet = true
    }
  }
}

/// One test after another, because they use one file.
@Suite(.enabled(if: ScheduleCheck.obstacle == nil), .serialized)
struct `What a first schedule leaves outside of variables` {
  private struct Anybody: Sendable {}

  @Test(arguments: Outside.allCases)
  fileprivate func `decides nothing if the jobs of the next one differ`(_ outside: Outside) async throws {
    outside.prepare()
    defer { outside.prepare() }
    let result = try await check(
      fresh: { Anybody() }, roles: { _ in await begin(isSet: outside.isSet, set: outside.set) },
      expecting: { _, hasBegun in hasBegun.count { $0 } <= 1 })
    #expect(result.verdict == .undecided && outside.isNamed(in: result), "\(result)")
  }

  @Test(arguments: Outside.allCases)
  fileprivate func `decides nothing if only the values of the next one differ`(_ outside: Outside) async throws {
    outside.prepare()
    defer { outside.prepare() }
    let result = try await check(
      fresh: { Anybody() },
      roles: { _ in
        let isSet = outside.isSet()
        await Task.yield()
        if !isSet { outside.set() }
        return !isSet
      }, expecting: { _, hasBegun in hasBegun.count { $0 } <= 1 })
    #expect(result.verdict == .undecided && outside.isNamed(in: result), "\(result)")
  }

  @Test(arguments: Outside.allCases)
  fileprivate func `decides nothing if only a long value of the next one differs`(_ outside: Outside) async throws {
    outside.prepare()
    defer { outside.prepare() }
    let result = try await check(
      fresh: { Settings(text: outside.isSet() ? "those of an earlier process" : "those of the first process of all") },
      roles: { settings in
        await Task.yield()
        outside.set()
        return settings.text
      }, expecting: { _, texts in texts[0] == texts[1] })
    #expect(result.verdict == .undecided && outside.isNamed(in: result), "\(result)")
  }

  @Test func `decides nothing if the next one crashes`() async throws {
    let result = try await check(
      fresh: { Anybody() },
      roles: { _ in
        precondition(getenv("SINGLETON_BENCH_CRASH") == nil)
        return 0
      }, { _ in setenv("SINGLETON_BENCH_CRASH", "1", 1) }, expecting: { _, _ in true })
    #expect(result.verdict == .undecided && "\(result)".contains("a second schedule"), "\(result)")
  }

  @Test func `is not told from a random value, of which it matters which are equal`() async throws {
    let result = try await check(
      fresh: { Tokens() }, roles: { await $0.token() }, expecting: { _, tokens in tokens[0] == tokens[1] })
    #expect(result.isProved, "\(result)")
  }
}

private struct Settings: Sendable { let text: String }

private actor Tokens {
  private var made: String?
  func token() -> String {
    if made == nil { made = UUID().uuidString }
    return made!
  }
}
