// Code without the flags, as most users of SingletonSchedules have it.

/// State that tasks share, beside an actor and guarded by global actors.
public actor PlainLoader {
  nonisolated(unsafe) private static var isLoaded = false
  @MainActor private static var isLoadedOnMain = false
  public init() {}
  /// Returns 1 if it has loaded.
  public func load() async -> Int {
    if Self.isLoaded { return 0 }
    await Task.yield()
    Self.isLoaded = true
    return 1
  }
  public func loadMain() async -> Int {
    if await Self.look() { return 0 }
    await Task.yield()
    await Self.mark()
    return 1
  }
  /// Looks and marks in one job.
  public func loadMainWhole() async -> Int { await Self.markIfNew() ? 1 : 0 }
  @MainActor private static func look() -> Bool { isLoadedOnMain }
  @MainActor private static func mark() { isLoadedOnMain = true }
  @MainActor private static func markIfNew() -> Bool {
    defer { isLoadedOnMain = true }
    return !isLoadedOnMain
  }
}

@globalActor public actor PlainSessions {
  public static let shared = PlainSessions()
  @PlainSessions private static var current: String?
  /// Looks, awaits and stores.
  @PlainSessions public static func token(_ mine: String) async -> String {
    if let current { return current }
    await Task.yield()
    current = mine
    return mine
  }
  /// Stores before it awaits.
  @PlainSessions public static func tokenAtOnce(_ mine: String) async -> String {
    if let current { return current }
    current = mine
    await Task.yield()
    return mine
  }
}

public final class PlainOnce: Sendable {
  public let number = 1
  @MainActor private static var cached: PlainOnce?
  @MainActor public static func get() async -> PlainOnce {
    if let cached { return cached }
    await Task.yield()
    let new = PlainOnce()
    cached = new
    return new
  }
}

/// A box that the whole program has.
public final class PlainBox: @unchecked Sendable {
  public static let shared = PlainBox()
  public var text: String?
}
