import CSingletonPlatform
import SingletonModelChecker
import SingletonStrategyChecker
import SingletonStrategyKit

/// An instance that an accessor returned although no modeled memory has held it.
enum UnseenInstance {
  /// The instance may be held by a property that is not modeled.
  case ofThread
  /// The instance exists outside of the owner.
  case outside
}

/// One run of a modeled thread through the user's code, and the values that it has met.
///
/// A run may be abandoned at any operation, and its frames vanish without releasing anything. Its state is therefore
/// reset at the beginning of the next run, and no access to it is in progress during an operation.
final class ThreadRun {
  unowned let exploration: Exploration
  private let index: Int
  private var caller: ModelCaller?
  /// The scope of the names of the objects that the thread currently makes.
  private(set) var scope = NameScope.owner
  /// A hash of all values that the run has read.
  private(set) var history: UInt64 = 0
  private var madePrimitives = 0
  private var madeInstances = 0
  private var madeValues = 0
  private(set) var ownersPrimitives: [Primitive] = []
  /// The owner, whose properties name the primitives.
  private(set) var owner: Any?
  /// The kind of the instance that the accessor returned, if no modeled memory has held it.
  private(set) var unseenInstance: UnseenInstance?
  /// The exclusive accesses that the user's code has in progress, as the Swift runtime keeps them for a task.
  private let accesses = UnsafeMutablePointer<UInt>.allocate(capacity: accessWords)
  private static let accessWords = 4
  /// The line of the most recent operation.
  private(set) var lastLine = SourceLine.unknown
  /// The words of the instances that the run has met, by their addresses.
  var wordsByAddress: [UInt: UInt] = [:]
  /// The meanings of the words that the run has met. They keep objects alive, so that no other object gets their addresses.
  var met: [UInt: Exploration.Entry] = [:]

  init(_ exploration: Exploration, index: Int) {
    self.exploration = exploration
    self.index = index
  }

  deinit { accesses.deallocate() }

  /// The run whose code is executed on this thread, or `nil` if there is none.
  static var current: ThreadRun? {
    cp_thread_value(.modeled_thread).map { Unmanaged<ThreadRun>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Called whenever user code begins or continues, and whenever it stops.
  private func enter() {
    cp_resume_accesses(accesses)
    cp_set_thread_value(.modeled_thread, Unmanaged.passUnretained(self).toOpaque())
  }

  private func leave() {
    // The run may have left already, and must not take away the accesses of the checking code.
    guard cp_thread_value(.modeled_thread) != nil else { return }
    cp_set_thread_value(.modeled_thread, nil)
    cp_suspend_accesses(accesses)
  }

  func begin(as caller: ModelCaller, _ body: (ThreadRun) -> Void) {
    clear()
    self.caller = caller
    accesses.initialize(repeating: 0, count: Self.accessWords)
    enter()
    body(self)
    leave()
  }

  func clear() {
    (caller, owner, ownersPrimitives, wordsByAddress, met) = (nil, nil, [], [:], [:])
    (scope, history, madePrimitives, madeInstances, madeValues) = (.owner, 0, 0, 0, 0)
    unseenInstance = nil
  }

  // MARK: - The phases of a run

  /// Makes the owner, whose primitives are ordinary memory until it is complete.
  func makeOwner<Owner>(_ make: () -> Owner) -> Owner {
    let owner = make()
    for primitive in ownersPrimitives { primitive.initialWord = primitive.ordinaryWord(self) }
    if let object = Reflection.object(in: owner) { nameConstants(of: object, levels: StoredProperty.mostLevels) }
    self.owner = owner
    scope = .thread(index)
    return owner
  }

  /// Names the objects that constants hold, because they are the same in all owners.
  private func nameConstants(of object: AnyObject, levels: Int) {
    guard levels > 0 else { return }
    for property in StoredProperty.all(of: object) where !property.isVar {
      guard let constant = property.object, !(constant is DispatchSemaphore), !knows(constant) else { continue }
      _ = word(of: constant, at: .unknown)
      nameConstants(of: constant, levels: levels - 1)
    }
  }

  /// Ends the run with the result of the accessor.
  func finish(_ result: AnyObject?) {
    let word = result.map { object in
      if !knows(object) { unseenInstance = exploration.outsideNumber(of: object) == nil ? .ofThread : .outside }
      return self.word(of: object, at: .unknown)
    }
    leave()
    caller?.record(word.flatMap(ModelInstance.init), pointer: word, ofAccess: 0)
  }

  // MARK: - Names

  /// Calls the closure while names belong to another scope.
  func naming<Result>(in other: NameScope, _ make: () -> Result) -> Result {
    let scope = scope
    self.scope = other
    defer { self.scope = scope }
    return make()
  }

  func nextPrimitive() -> Primitive.Origin {
    madePrimitives += 1
    return Primitive.Origin(exploration: exploration.number, scope: scope, number: madePrimitives)
  }

  func nextInstance() -> Int {
    madeInstances += 1
    return madeInstances
  }

  func nextValue() -> Int {
    madeValues += 1
    return madeValues
  }

  /// Notes a new primitive. A primitive that is not made with the owner is initialized by a plain write, which other threads
  /// see only if they synchronize with it.
  func didMake(_ primitive: Primitive) {
    if scope == .owner { return ownersPrimitives.append(primitive) }
    primitive.initialWord = primitive.ordinaryWord(self)
    perform(
      .store(primitive.location(self), primitive.initialWord, .plain), .variable, at: primitive.declaration)
  }

  // MARK: - Operations

  @discardableResult
  func perform(_ operation: Operation, _ kind: StepKind, at site: SourceLine) -> UInt {
    guard let caller else { return 0 }
    lastLine = site
    leave()
    let value = caller.perform(operation, kind, at: site)
    enter()
    // A round of a loop that is not an event leaves nothing behind, so that the loop is seen to repeat itself.
    if caller.isRepeated { return value }
    history = (history ^ UInt64(value)) &* 0x9e37_79b9_7f4a_7c15
    history ^= history >> 29
    return value
  }

  /// Stops the process, in the model, if the thread already holds the lock.
  func requireNotHeld(_ location: Int) {
    guard holds(location) else { return }
    leave()
    caller?.requireNotHeld(location)
  }

  func holds(_ location: Int) -> Bool { caller?.holds(location) == true }
  func hold(_ location: Int, _ isHeld: Bool) { caller?.hold(location, isHeld) }

  /// Stops the process, in the model, as a trap does.
  func trap(_ message: StaticString) {
    leave()
    caller?.fail(message)
  }

  /// Turns a trap of the user's code into a trap in the model. The stack below it is abandoned, as at an operation.
  static let catchesTraps: Void = cp_catch_traps {
    ThreadRun.current?.trap("the message is on standard error")
  }

  func field(of instance: ModelInstance) -> Int {
    exploration.state.location(.field(instance: instance.identity)) {
      // Instances that the owner holds from the beginning, or that exist outside of the check, are built already.
      if case .thread = scope { 0 } else { 1 }
    }
  }

  /// The line that called a function of this module that has no argument for the line; unknown in a search.
  var callerLine: SourceLine {
    exploration.isReplay ? CallerLine.find() ?? .unknown : .unknown
  }

  /// Returns the line of an access to a plain variable, whose accessors have no argument for the line.
  func line(of variable: Primitive) -> SourceLine {
    guard exploration.isReplay else { return variable.declaration }
    return CallerLine.find() ?? variable.declaration
  }
}
