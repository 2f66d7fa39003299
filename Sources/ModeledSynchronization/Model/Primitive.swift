import CSingletonPlatform
import SingletonStrategyKit
import Synchronization

/// The part of a modeled primitive that a user's struct or class holds: its type, its line, and its origin.
///
/// The scope and the number are the same in every run of a thread, so they name the primitive's location.
class Primitive: @unchecked Sendable {
  // Unchecked: everything is set before the primitive is shared.

  /// The type, as the user spells it.
  let kind: String
  /// The line of the declaration.
  let declaration: SourceLine
  /// The address of the object that a property holds in the primitive's place; `nil` if it holds the primitive.
  var holder: UInt?
  /// The origin, or `nil` if no modeled thread made the primitive.
  let origin: Origin?
  /// The word that the location holds before the first write.
  var initialWord: UInt = 0

  struct Origin: Hashable {
    /// The number of the exploration.
    let exploration: Int
    let scope: NameScope
    let number: Int
  }

  init(_ kind: String, _ file: StaticString, _ line: UInt) {
    self.kind = kind
    declaration = SourceLine(file, line)
    origin = ThreadRun.current?.nextPrimitive()
  }

  /// Returns the word of the value that the primitive has as ordinary memory.
  func ordinaryWord(_ thread: ThreadRun) -> UInt { 0 }

  /// Returns the meaning of a word at the location, for a reader, or `nil` if there is nothing to say about it.
  func text(of word: UInt, _ values: Exploration, _ letter: (UInt) -> String) -> String? { nil }

  /// Tells the thread that makes the primitive that the primitive is complete. Every initializer ends with this call.
  final func announce() { ThreadRun.current?.didMake(self) }

  /// The address that a property of the owner holds; it differs between the owners of threads, which have the same
  /// primitives.
  final var addressInOwner: UInt { holder ?? Reflection.address(of: self) }

  final func location(_ thread: ThreadRun) -> Int { thread.exploration.location(of: self, origin, thread) }

  /// The modeled thread that uses a primitive, or `nil` if it is used as ordinary memory: outside of a check, and
  /// while an owner is made.
  static var thread: ThreadRun? {
    guard let thread = ThreadRun.current, thread.scope != .owner else { return nil }
    return thread
  }
}

/// The part of a modeled primitive that holds a value.
///
/// In a check, the value lives in the explored graph, and this cell has the initial value. Outside of a check, the
/// primitive is ordinary memory, which is this cell.
final class Cell<Value>: Primitive, @unchecked Sendable {
  // Unchecked: users of an unsynchronized cell are meant to race; users of any other cell hold the lock.
  nonisolated(unsafe) var value: Value
  private let mutex = Synchronization.Mutex<Void>(())
  private let coding: Coding

  /// The words that stand for values.
  struct Coding {
    let word: (ThreadRun, Value, SourceLine) -> UInt
    let text: (Exploration, UInt, (UInt) -> String) -> String?
  }

  init(_ value: Value, _ kind: String, _ coding: Coding, _ file: StaticString, _ line: UInt) {
    self.value = value
    self.coding = coding
    super.init(kind, file, line)
    announce()
  }

  override func ordinaryWord(_ thread: ThreadRun) -> UInt { coding.word(thread, value, declaration) }

  override func text(of word: UInt, _ exploration: Exploration, _ letter: (UInt) -> String) -> String? {
    coding.text(exploration, word, letter)
  }

  func lock() { mutex._unsafeLock() }
  func lockIfAvailable() -> Bool { mutex._unsafeTryLock() }
  func unlock() { mutex._unsafeUnlock() }

  /// Uses the value as ordinary memory, one thread after the other.
  func locked<Result>(_ body: (inout Value) -> Result) -> Result {
    lock()
    defer { unlock() }
    return body(&value)
  }
}

extension Cell.Coding {
  /// The coding of values of any type as names.
  static var value: Self {
    Self { thread, value, site in
      thread.word(of: value, at: site)
    } text: { exploration, word, letter in
      Value.self == Void.self ? nil : exploration.text(of: word, letter)
    }
  }
}

extension Cell<Int>.Coding {
  /// The coding of numbers that an operation of the model counts up and down.
  static var count: Self {
    Self { _, value, _ in
      UInt(bitPattern: value)
    } text: { _, word, _ in
      "\(Int(bitPattern: word))"
    }
  }
}
