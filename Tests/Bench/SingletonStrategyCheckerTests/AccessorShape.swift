import SingletonCore
import SingletonMemoryModels
import SingletonModelChecker
import SingletonStrategyKit
import Testing

@testable import SingletonStrategyChecker

/// A random accessor: whether and how it looks, locks, looks again, builds and publishes.
struct AccessorShape: CustomTestStringConvertible, Sendable {
  enum Guard: CaseIterable, Sendable { case none, mutex, readerWriterLock, semaphore, once }
  enum Publication: CaseIterable, Sendable { case store, exchange, flag }

  var firstLook: MemoryOrder?
  var lock = Guard.mutex
  var secondLook: MemoryOrder?
  var publication = Publication.store
  var publicationOrder = MemoryOrder.release
  var failureOrder = MemoryOrder.acquire
  var buildsFirst = true
  var looksAtEnd: MemoryOrder?

  var testDescription: String {
    "\(lock) \(publication) \(publicationOrder.name)/\(failureOrder.name)"
      + " \([firstLook, secondLook, looksAtEnd].map { $0?.name ?? "-" }) \(buildsFirst)"
  }

  /// Returns random shapes, most of which differ.
  static func some(_ count: Int, seed: UInt64) -> [AccessorShape] {
    var random = ShapeGenerator(state: seed)
    let looks: [MemoryOrder?] = [nil, .plain, .relaxed, .acquire, .acquire]
    return (0..<count).map { _ in
      AccessorShape(
        firstLook: looks.randomElement(using: &random)!, lock: Guard.allCases.randomElement(using: &random)!,
        secondLook: [.plain, .relaxed, .acquire, nil].randomElement(using: &random)!,
        publication: Publication.allCases.randomElement(using: &random)!,
        publicationOrder: [.relaxed, .release, .release, .acquireRelease].randomElement(using: &random)!,
        failureOrder: [.relaxed, .acquire].randomElement(using: &random)!,
        buildsFirst: UInt8.random(in: 0..<4, using: &random) > 0, looksAtEnd: looks.randomElement(using: &random)!)
    }
  }

  /// Whether the proof for any number of threads succeeds, and for which executions.
  var scope: ViewProof.Scope? { ShapedProgram(roles: [[self]]).scope }
}

extension AccessorShape {
  /// A lock, a double-checked lock, a once token, and a compare-exchange.
  fileprivate static let sound = [
    AccessorShape(secondLook: .plain),
    AccessorShape(firstLook: .acquire, secondLook: .relaxed),
    AccessorShape(lock: .once, looksAtEnd: .plain),
    AccessorShape(firstLook: .acquire, lock: .none, publication: .exchange, publicationOrder: .acquireRelease),
  ]

  /// Returns the shape, in one of three cases with one respect of another shape.
  fileprivate func mixed(with other: AccessorShape, using random: inout ShapeGenerator) -> AccessorShape {
    var shape = self
    switch Int.random(in: 0..<18, using: &random) {
    case 0: shape.firstLook = other.firstLook
    case 1: shape.secondLook = other.secondLook
    case 2: (shape.publication, shape.publicationOrder) = (other.publication, other.publicationOrder)
    case 3: shape.lock = other.lock
    case 4: shape.buildsFirst = other.buildsFirst
    case 5: shape.looksAtEnd = other.looksAtEnd
    default: break
    }
    return shape
  }
}

/// A program in which any number of threads play each of some roles. A role is the shape of an accessor for each phase;
/// all accessors share their memory.
struct ShapedProgram: CustomTestStringConvertible, Sendable {
  let roles: [[AccessorShape]]

  var testDescription: String {
    roles.map { $0.map(\.testDescription).joined(separator: ", ") }.joined(separator: " | ")
  }

  /// Returns random programs with two roles, two phases, or both. Some of their accessors differ from a sound one in one
  /// respect.
  static func some(_ count: Int, seed: UInt64) -> [ShapedProgram] {
    var random = ShapeGenerator(state: seed)
    let odd = AccessorShape.some(4 * count, seed: seed)
    return (0..<count).map { number in
      let sound = AccessorShape.sound.randomElement(using: &random)!
      let some = odd[4 * number..<4 * number + 4].map { sound.mixed(with: $0, using: &random) }
      switch number % 3 {
      case 0: return ShapedProgram(roles: [[some[0]], [some[1]]])
      case 1: return ShapedProgram(roles: [[some[0], some[1]]])
      default: return ShapedProgram(roles: [[some[0], some[1]], [some[2], some[3]]])
      }
    }
  }

  /// The proof knows roles by their number, for which any kinds will do.
  private var kinds: [Scenario.ThreadKind] { Array(Scenario.ThreadKind.allCases.prefix(roles.count)) }

  var replicated: ReplicatedTrial {
    let callers = (0..<ReplicatedTrial.callers(playing: kinds)).map { index in
      kinds.firstIndex(of: ReplicatedTrial.kind(ofCaller: index, playing: kinds))!
    }
    return ReplicatedTrial(trial(callers: callers), TrialPlan(.firstAccess, traits: []), kinds)
  }

  var scope: ViewProof.Scope? { (try? ViewProof(of: replicated))?.scope }

  /// - Parameter callers: The role of each caller.
  func trial(callers: [Int]) -> Trial {
    let bodies = roles[0].indices.flatMap { phase in
      callers.map { role -> (ModelCaller) -> Void in
        let shape = roles[role][phase]
        return { caller in
          var cell = ModelCell(callers: callers.count, caller: caller)
          caller.record(ShapedAccessor(&cell, shape: shape).shared(caller), ofAccess: phase)
        }
      }
    }
    return Trial(
      TrialState(cellSize: ShapedAccessor.cellSize, permits: [ShapedAccessor.semaphore]), callers: callers.count,
      names: { LocationNames() }, bodies: bodies)
  }
}

private struct ShapeGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
}

/// The accessor of a shape, on the primitives of the model.
private struct ShapedAccessor {
  static let cellSize = 6
  static let semaphore = 2

  private let shape: AccessorShape
  private let mutex: ModelLock
  private let readerWriterLock: ModelSharedLock
  private let permit: ModelSemaphore
  private let once: ModelOnceToken
  private let instance: Int
  private let flag: Int

  init(_ cell: inout ModelCell, shape: AccessorShape) {
    self.shape = shape
    mutex = cell.lock()
    readerWriterLock = cell.readerWriterLock()
    permit = cell.semaphore(limit: nil)
    once = cell.onceToken()
    instance = cell.plainMemory().location
    flag = cell.plainMemory().location
  }

  func shared(_ caller: ModelCaller) -> ModelInstance? {
    if let order = shape.firstLook, let found = look(order, caller) { return found }
    var result: ModelInstance?
    switch shape.lock {
    case .none: result = build(caller)
    case .mutex: result = mutex._whileHeld(at: .unknown) { build(caller) }
    case .readerWriterLock:
      if let found = readerWriterLock.read({ shape.secondLook.flatMap { look($0, caller) } }) { return found }
      result = readerWriterLock.write { build(caller) }
    case .semaphore:
      _ = permit._wait(at: .unknown)
      result = build(caller)
      permit._signal(at: .unknown)
    case .once: result = once._run(with: (), at: .unknown) { build(caller) } ?? nil
    }
    return shape.looksAtEnd.map { look($0, caller) } ?? result
  }

  private func look(_ order: MemoryOrder, _ caller: ModelCaller) -> ModelInstance? {
    if shape.publication == .flag && caller.perform(.load(flag, order), .atomicVariable) == 0 { return nil }
    let isPlain = shape.publication == .flag
    return ModelInstance(word: caller.perform(.load(instance, isPlain ? .plain : order), .variable))
  }

  private func build(_ caller: ModelCaller) -> ModelInstance? {
    if let order = shape.secondLook, let found = look(order, caller) { return found }
    let built = caller._allocate(.parent, at: .unknown)
    if shape.buildsFirst { caller._initialize(built, at: .unknown) }
    defer { if !shape.buildsFirst { caller._initialize(built, at: .unknown) } }
    let order = shape.publicationOrder == .acquireRelease ? .release : shape.publicationOrder
    switch shape.publication {
    case .store: caller.perform(.store(instance, built.word, order), .variable)
    case .flag:
      caller.perform(.store(instance, built.word, .plain), .variable)
      caller.perform(.store(flag, 1, order), .atomicVariable)
    case .exchange:
      let found = caller.perform(
        .compareExchange(
          instance, expected: 0, desired: built.word, shape.publicationOrder, failure: shape.failureOrder), .variable)
      return ModelInstance(word: found) ?? built
    }
    return built
  }
}

extension ModelSharedLock {
  fileprivate func read(_ body: () -> ModelInstance?) -> ModelInstance? { _sync(at: .unknown, body) }
  fileprivate func write(_ body: () -> ModelInstance?) -> ModelInstance? { _syncBarrier(at: .unknown, body) }
}

/// A check of a shaped program with a number of threads.
struct ShapeCheck: ModelCheck {
  let program: ShapedProgram
  /// The role of each thread.
  let callers: [Int]
  var model: MemoryModel
  var threads: Int { callers.count }
  var scenario: Scenario { .firstAccess }
  var name: String { "shape" }
  var traits: Traits { [] }
  var expectation: Expectation { .sound }
  var sources: SourceLibrary { .none }

  func trial(_ orderings: OrderingExperiment) -> Trial? { program.trial(callers: callers) }
}
