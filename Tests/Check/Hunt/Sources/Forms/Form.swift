import SingletonCheck
import SingletonSchedules

/// A small program, and what a check may say of it.
public struct Form: Sendable {
  /// What must not be said of a form: the first letter of its name.
  public enum Kind: Character, Sendable {
    /// It must not be proved.
    case broken = "B"
    /// It must not be refuted.
    case sound = "S"
    /// It may be either, for the reason that stands beside it.
    case either = "U"
  }

  public let name: String
  let check: @Sendable () async throws -> (isProved: Bool, isRefuted: Bool, text: String)

  init(
    _ name: String, check: @escaping @Sendable () async throws -> (isProved: Bool, isRefuted: Bool, text: String)
  ) {
    self.name = name
    self.check = check
  }

  public func verdict() async -> Verdict {
    guard let kind = name.first.flatMap(Kind.init) else { fatalError("\(name): expected a name with B_, S_ or U_") }
    do {
      let result = try await check()
      let word = result.isProved ? "proved" : result.isRefuted ? "refuted" : "undecided"
      return Verdict(form: name, kind: kind, word: word, text: result.text)
    } catch { return Verdict(form: name, kind: kind, word: "error", text: "\(error)") }
  }
}

/// What a check has said of a form.
public struct Verdict: Sendable, CustomStringConvertible {
  public var form: String
  public let kind: Form.Kind
  /// The verdict in a word.
  public let word: String
  /// The whole result.
  public let text: String

  /// Why nothing is decided, or else the beginning of the result, in one line.
  private var reason: String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = lines.firstIndex { $0.hasPrefix("Not decided") || $0.hasPrefix("Stopped by the limit") } ?? 0
    return lines[start...].prefix { !$0.isEmpty }.flatMap { $0.split(separator: " ") }.joined(separator: " ")
  }

  /// The line that scripts/hunt reads, the reason in one line, and the result.
  public var description: String { "hunt: \(form): \(kind.rawValue) \(word)\n\(reason)\n\(text)" }
}

/// Forms, each of which calls a check as a test does.
public struct Forms {
  public private(set) var all: [Form] = []

  /// Adds a form whose threads are checked.
  mutating func add(_ name: String, _ check: @escaping @Sendable () throws -> CheckResult) {
    all.append(
      Form(name) {
        let result = try check()
        return (result.isProved, result.isRefuted, "\(result)")
      })
  }

  /// Adds a form whose tasks are checked.
  mutating func addTasks(_ name: String, _ check: @escaping @Sendable () async throws -> ScheduleResult) {
    all.append(
      Form(name) {
        let result = try await check()
        return (result.isProved, result.isRefuted, "\(result)")
      })
  }

  /// Adds a form in which two threads have two roles.
  mutating func add<Owner: ~Copyable, Value>(
    _ name: String, fresh: @escaping @Sendable () -> Owner,
    roles one: @escaping @Sendable (borrowing Owner) throws -> Value,
    _ other: @escaping @Sendable (borrowing Owner) throws -> Value,
    expecting isExpected: @escaping @Sendable (borrowing Owner, [Value]) -> Bool
  ) {
    add(name) { try check(fresh: fresh, roles: one, other, expecting: isExpected) }
  }

  /// Adds a form in which two tasks have two roles.
  mutating func addTasks<Owner: Sendable, Value>(
    _ name: String, fresh: @escaping @Sendable () -> Owner,
    roles one: @escaping @Sendable (Owner) async throws -> Value,
    _ other: @escaping @Sendable (Owner) async throws -> Value,
    expecting isExpected: @escaping @Sendable (Owner, [Value]) async -> Bool
  ) {
    addTasks(name) { try await check(fresh: fresh, roles: one, other, expecting: isExpected) }
  }

  /// Adds the same form with a lock, which is sound, and without, which is broken.
  mutating func addPair(_ name: String, _ check: @escaping @Sendable (_ isLocked: Bool) throws -> CheckResult) {
    add("S_" + name) { try check(true) }
    add("B_" + name) { try check(false) }
  }

  /// The forms of every file.
  public static var everything: Forms {
    var forms = Forms()
    addMemoryOrders(to: &forms)
    addLifetimes(to: &forms)
    addUnannounced(to: &forms)
    addIdentity(to: &forms)
    addThreadsOfSystem(to: &forms)
    addCLibrary(to: &forms)
    addFoundation(to: &forms)
    addAddresses(to: &forms)
    addLocks(to: &forms)
    addStorage(to: &forms)
    addAccessors(to: &forms)
    addC(to: &forms)
    addExtremes(to: &forms)
    addAssumptions(to: &forms)
    addActors(to: &forms)
    addThreadsOfTasks(to: &forms)
    addPlainTasks(to: &forms)
    addOutsideOfTasks(to: &forms)
    addKeysByPlace(to: &forms)
    addBehindTheBack(to: &forms)
    addEverydayThreads(to: &forms)
    addStateOfThreads(to: &forms)
    addBelowTheLanguage(to: &forms)
    addEverydayTasks(to: &forms)
    addPlacesOfTasks(to: &forms)
    addPatternsOfTasks(to: &forms)
    return forms
  }
}
