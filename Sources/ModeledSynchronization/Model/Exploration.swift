import SingletonCore
import SingletonModelChecker
import SingletonStrategyChecker
import Synchronization

/// The state that the modeled threads of one exploration share outside the graph: a table of the objects and values that
/// they have made, by name.
///
/// In the graph, each value is represented by a word, which is the value's name. A thread that is restarted makes its
/// objects again under the same names, so the table keeps the newest object for each name. What an object contains
/// depends only on the values that its thread has read, and its name includes a hash of those values. Two objects with
/// the same name are therefore equal.
final class Exploration {
  /// The meaning of a word.
  struct Entry {
    var value: Any?
    var address: UInt = 0
    /// The words of the instances in the value, by their addresses.
    var instances: [UInt: UInt] = [:]
  }

  /// The identity of a word, which is the same in every run.
  enum Identity: Hashable {
    /// An object or value, identified by the thread's history and the number among those made in the scope.
    case made(NameScope, history: UInt64, number: Int)
    /// A value that is equal to itself in every run.
    case content(AnyHashable, type: ObjectIdentifier)
  }

  /// A number that no other exploration has.
  let number = Exploration.count.wrappingAdd(1, ordering: .relaxed).newValue
  private static let count = Synchronization.Atomic(0)

  let state: TrialState
  let timeouts: Timeouts
  /// Whether the exploration replays one execution to draw it.
  let isReplay: Bool
  /// The primitives that were used, by location.
  private(set) var primitives: [Int: Primitive] = [:]
  private(set) var threads: [ThreadRun] = []
  private var ids: [Identity: Int] = [:]
  private var entries: [Entry] = []
  /// The objects and primitives that exist outside of the check, with their numbers.
  private var outside: [ObjectIdentifier: Int] = [:]
  /// Keeps the outside objects, so that no other object gets their addresses.
  private var kept: [AnyObject]

  /// - Parameter shared: The objects that exist outside of the check.
  init(isReplay: Bool = false, shared: [AnyObject] = [], timeouts: Timeouts = .whenStuck) {
    self.isReplay = isReplay
    self.timeouts = timeouts
    state = TrialState(timeouts: timeouts)
    kept = shared
    for object in shared { outside[ObjectIdentifier(object)] = outside.count }
  }

  /// Returns the program of threads that all run the same body.
  ///
  /// - Parameter openLoops: Collects the loops of the body whose rounds are not all explored.
  func trial(threads count: Int, openLoops: OpenLoops, _ body: @escaping (ThreadRun) -> Void) -> Trial {
    threads = (0..<count).map { ThreadRun(self, index: $0) }
    let bodies = threads.map { thread -> (ModelCaller) -> Void in
      // The exploration keeps the thread alive; an abandoned body must not.
      let run = Unmanaged.passUnretained(thread)
      return { caller in run._withUnsafeGuaranteedRef { $0.begin(as: caller, body) } }
    }
    return Trial(state, callers: count, names: { self.locationNames }, openLoops: openLoops, bodies: bodies)
  }

  /// The objects that the threads have made or met.
  var objects: [AnyObject] { entries.compactMap { $0.value.flatMap(Reflection.object) } }

  /// Drops all of the user's objects.
  func clear() {
    for thread in threads { thread.clear() }
    (entries, kept, primitives) = ([], [], [:])
  }
}

// MARK: - Locations

extension Exploration {
  func location(of primitive: Primitive, _ origin: Primitive.Origin?, _ thread: ThreadRun) -> Int {
    let location =
      if let origin, origin.exploration == number {
        state.location(.primitive(scope: origin.scope.code, number: origin.number)) { primitive.initialWord }
      } else {
        state.location(.primitive(scope: NameScope.outside.code, number: outsideNumber(making: primitive))) {
          thread.naming(in: .outside) { primitive.ordinaryWord(thread) }
        }
      }
    primitives[location] = primitive
    return location
  }

  /// Returns the number of an object that exists outside of the check.
  func outsideNumber(making object: AnyObject) -> Int {
    if let number = outsideNumber(of: object) { return number }
    kept.append(object)
    outside[ObjectIdentifier(object)] = outside.count
    return outside.count - 1
  }

  /// Returns the number of an object if it is known to exist outside of the check.
  func outsideNumber(of object: AnyObject) -> Int? { outside[ObjectIdentifier(object)] }
}

// MARK: - Names of values

extension Exploration {
  /// The marks of the two kinds of words in their lower half; the upper half is the number of the entry.
  private static let contentMark: UInt = 1 << 17

  /// Returns the number of the entry with an identity.
  func id(_ identity: Identity) -> Int {
    if let id = ids[identity] { return id }
    ids[identity] = entries.count
    entries.append(Entry())
    return entries.count - 1
  }

  static func instanceWord(_ id: Int, _ scope: NameScope, _ ordinal: Int) -> UInt {
    UInt(id) << 32 | ModelInstance(thread: scope.code, ordinal: ordinal).word
  }

  static func contentWord(_ id: Int) -> UInt { UInt(id) << 32 | contentMark }

  static func isInstance(_ word: UInt) -> Bool { word != 0 && word & contentMark == 0 }

  func keep(_ entry: Entry, for word: UInt) { entries[Int(word >> 32)] = entry }

  /// Returns the meaning of a word.
  func entry(_ word: UInt) -> Entry {
    let id = Int(word >> 32)
    return entries.indices.contains(id) ? entries[id] : Entry()
  }
}

// MARK: - Names for a reader

extension Exploration {
  var locationNames: LocationNames {
    let names = fieldNames
    return LocationNames(
      primitives.mapValues { primitive in
        (
          name(of: primitive, names),
          .described { [unowned self] word, letter in primitive.text(of: word, self, letter) }
        )
      })
  }

  /// The primitives that were used, in the order of their first use, such as `lock (Mutex)`.
  var seen: [String] {
    let names = fieldNames
    return primitives.sorted { $0.key < $1.key }.map { "\(name(of: $1, names)) (\($1.kind))" }
  }

  /// The properties of the owners that are not modeled.
  var unmodeled: UnmodeledProperties { fieldNames.unmodeled }

  private var fieldNames: FieldNames {
    FieldNames(of: threads.compactMap(\.owner), primitives: threads.flatMap(\.ownersPrimitives) + primitives.values)
  }

  private func name(of primitive: Primitive, _ names: FieldNames) -> String {
    names[primitive] ?? "\(primitive.kind) of \(primitive.declaration.place ?? "an unknown line")"
  }
}

/// The scope of the names of instances, values and primitives.
enum NameScope: Hashable {
  /// A modeled thread.
  case thread(Int)
  /// The closure that makes the owner. Each thread runs it and gets a different owner, but all owners have the same
  /// primitives, so a primitive, value or instance that the closure makes has one name in all threads.
  case owner
  /// The objects that exist outside of the check, such as globals.
  case outside

  /// A number below 256.
  var code: Int {
    switch self {
    case .thread(let index): index
    case .owner: 255
    case .outside: 254
    }
  }
}
