import SingletonModelChecker
import SingletonStrategyChecker
import Synchronization

/// What the modeled threads of one exploration share besides the explored graph: the names of what they have made.
///
/// A value is a word in the graph, which names it. A thread that is restarted makes a new object under the same name, so
/// the table keeps the newest object of each name. What a thread makes is a function of what it has read, so the name
/// contains a hash of that: two objects of one name are always alike.
final class Exploration {
  /// What a word stands for.
  struct Entry {
    var value: Any?
    var address: UInt = 0
    /// The words of the instances in the value, by their addresses.
    var instances: [UInt: UInt] = [:]
  }

  /// The circumstances in which a thread made something.
  private struct Birth: Hashable {
    let maker: Maker
    let history: UInt64
    let number: Int
  }

  /// A value that is equal to itself in every run.
  private struct Content: Hashable {
    let type: ObjectIdentifier
    let value: AnyHashable
  }

  /// A number that no other exploration has.
  let number = Exploration.count.wrappingAdd(1, ordering: .relaxed).newValue
  private static let count = Synchronization.Atomic(0)

  let state = TrialState()
  /// Whether the exploration replays one execution to draw it.
  let isReplay: Bool
  /// The primitives that were used, by location.
  private(set) var primitives: [Int: Primitive] = [:]
  private(set) var threads: [ThreadRun] = []
  private var births: [Birth: Int] = [:]
  private var contents: [Content: Int] = [:]
  private var entries: [Entry] = []
  /// The objects and primitives that exist outside of the check, with their numbers.
  private var outside: [ObjectIdentifier: Int] = [:]
  /// Keeps those objects, so that no other gets their addresses.
  private var kept: [AnyObject]

  /// - Parameter shared: The objects that exist outside of the check.
  init(isReplay: Bool = false, shared: [AnyObject] = []) {
    self.isReplay = isReplay
    kept = shared
    for object in shared { outside[ObjectIdentifier(object)] = outside.count }
  }

  /// Returns the program of threads that all run the same body.
  ///
  /// - Parameter openLoops: Takes the loops of the body whose rounds are not all explored.
  func trial(threads count: Int, openLoops: OpenLoops, _ body: @escaping (ThreadRun) -> Void) -> Trial {
    threads = (0..<count).map { ThreadRun(self, index: $0) }
    let bodies = threads.map { thread -> (ModelCaller) -> Void in
      // The exploration keeps the thread; an abandoned body must not.
      let run = Unmanaged.passUnretained(thread)
      return { caller in run._withUnsafeGuaranteedRef { $0.begin(as: caller, body) } }
    }
    return Trial(state, callers: count, names: { self.locationNames }, openLoops: openLoops, bodies: bodies)
  }

  /// The objects that the threads have made or met.
  var objects: [AnyObject] { entries.compactMap { $0.value.flatMap(Reflection.object) } }

  /// Drops all objects of the user's.
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
        state.location(.primitive(maker: origin.maker.code, number: origin.number)) { primitive.initialWord }
      } else {
        state.location(.primitive(maker: Maker.outside.code, number: outsideNumber(making: primitive))) {
          thread.making(as: .outside) { primitive.ordinaryWord(thread) }
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

  /// Returns the number of what a thread makes.
  func id(_ maker: Maker, _ history: UInt64, _ number: Int) -> Int {
    let birth = Birth(maker: maker, history: history, number: number)
    return id(births[birth] ?? entries.count) { births[birth] = $0 }
  }

  /// Returns the number of a value that is the same whoever makes it.
  func id(ofContent value: AnyHashable, _ type: Any.Type) -> Int {
    let content = Content(type: ObjectIdentifier(type), value: value)
    return id(contents[content] ?? entries.count) { contents[content] = $0 }
  }

  private func id(_ number: Int, keep: (Int) -> Void) -> Int {
    if number == entries.count {
      keep(number)
      entries.append(Entry())
    }
    return number
  }

  static func instanceWord(_ id: Int, _ maker: Maker, _ ordinal: Int) -> UInt {
    UInt(id) << 32 | ModelInstance(thread: maker.code, ordinal: ordinal).word
  }

  static func contentWord(_ id: Int) -> UInt { UInt(id) << 32 | contentMark }

  static func isInstance(_ word: UInt) -> Bool { word != 0 && word & contentMark == 0 }

  func keep(_ entry: Entry, for word: UInt) { entries[Int(word >> 32)] = entry }

  /// Returns what a word stands for.
  func entry(_ word: UInt) -> Entry {
    let id = Int(word >> 32)
    return entries.indices.contains(id) ? entries[id] : Entry()
  }
}

// MARK: - Names for a reader

extension Exploration {
  /// A primitive that was used, as the user knows it.
  struct Seen: Hashable {
    let name: String
    let kind: String
  }

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

  /// The primitives that were used, in the order of their first use.
  var seen: [Seen] {
    let names = fieldNames
    return primitives.sorted { $0.key < $1.key }.map { Seen(name: name(of: $1, names), kind: $1.kind) }
  }

  /// The properties of the owners that are not modeled.
  var unmodeled: UnmodeledProperties { fieldNames.unmodeled }

  /// Returns the name of the property that holds a primitive; empty if it is not known.
  func propertyName(of primitive: Primitive) -> String {
    String(fieldNames[primitive]?.split(separator: ".").last ?? "")
  }

  private var fieldNames: FieldNames {
    FieldNames(of: threads.compactMap(\.owner), primitives: threads.flatMap(\.ownersPrimitives) + primitives.values)
  }

  private func name(of primitive: Primitive, _ names: FieldNames) -> String {
    names[primitive] ?? "\(primitive.kind) of \(primitive.declaration.place ?? "an unknown line")"
  }
}

/// The origin of instances, values and primitives, by which they are named.
enum Maker: Hashable {
  /// A modeled thread.
  case thread(Int)
  /// The closure that makes the owner. Each thread runs it and gets an owner of its own, but all of them have the same
  /// primitives, so what it makes has one name in all threads.
  case owner
  /// What exists outside of the check, such as a global.
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
