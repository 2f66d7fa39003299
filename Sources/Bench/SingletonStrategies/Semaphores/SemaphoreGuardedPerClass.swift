package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: This is semaphore-guarded for a parent and its child, each with its own variable and semaphores. A child's
/// initializer begins with the parent's, which skips its custom part for an instance of another class.
///
/// What can go wrong: The first read is a plain read, as in double-checked locking. Initializers that call an accessor,
/// of their own class or of the other, wait until the semaphore's limit.
///
/// What we expect: A run on an x86-64 processor, which does not reorder two stores, shows no defect, with a child too,
/// and if the child is constructed. Elsewhere, or if a compiler reorders them, an instance can be handed out half-built.
///
/// Source: This is `macro: V5 in both classes`, which is how the document says to use its macro.
package struct SemaphoreGuardedPerClass<B: Backend>: Strategy {
  private let locks: PerClass<LimitedSemaphore<B>>
  private let initializerLocks: PerClass<LimitedSemaphore<B>>
  private let instances: PerClass<Variable<B>>

  package init(_ cell: inout B.Cell) {
    locks = PerClass(parent: cell.limitedSemaphore(), child: cell.limitedSemaphore())
    initializerLocks = PerClass(parent: cell.limitedSemaphore(), child: cell.limitedSemaphore())
    instances = PerClass(parent: cell.variable(), child: cell.variable())
  }

  @inline(__always)
  private func shared(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    if let found = instances[receiver].load() { return found }
    return build(receiver, caller)
  }

  @inline(never)
  private func build(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    locks[receiver].whileHeld(caller) {
      if let found = instances[receiver].load() { return found }
      let built = caller.allocate(receiver)
      initialize(built, as: receiver, caller)
      instances[receiver].store(built)
      return built
    }
  }

  /// Runs the initializer of one class for an instance of that class or of a child.
  private func initialize(_ allocated: B.Instance, as level: InstanceClass, _ caller: B.Caller) {
    let existing = instances[level].load()
    initializerLocks[level].whileHeld(caller) {
      if existing.map(caller.class) == caller.class(of: allocated) { return }
      if level == .child { initialize(allocated, as: .parent, caller) }
      // A child's custom part begins with the parent's: the chain of super calls counts as one entry.
      if caller.class(of: allocated) == level { caller.initialize(allocated) }
    }
  }

  private func construct(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    guard let allocated = shared(receiver, caller) else { return nil }
    initialize(allocated, as: receiver, caller)
    return allocated
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? { shared(.parent, caller) }
  package func sharedByChild(_ caller: B.Caller) -> B.Instance? { shared(.child, caller) }
  package func construct(_ caller: B.Caller) -> B.Instance? { construct(.parent, caller) }
  package func constructChild(_ caller: B.Caller) -> B.Instance? { construct(.child, caller) }
  package func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { original }
}

extension SemaphoreGuardedPerClass {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { SemaphoreGuardedPerClass<O>.self }
  package static var traits: Traits { [.mutableCopies] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "semaphore-guarded-per-class",
      idea: "semaphore-guarded, with a variable and semaphores for each class",
      citations: [Citation(.macro, "V5 in both classes")],
      expects: [
        .firstAccess: .sound(onWeakMemory: [.race, .halfBuilt]),
        .mixedConstruction: .sound(onWeakMemory: [.race, .halfBuilt]),
        .copy: .sound(onWeakMemory: [.race, .halfBuilt]),
        .subclass: .sound(onWeakMemory: [.race, .halfBuilt]),
        .subclassConstruction: .sound(onWeakMemory: [.race, .halfBuilt]),
        .reentrant: .trap,
        .mutualInitialization: .trap,
      ],
      plain: PlainListing(ScannerForm.self),
      relatedFiles: ["SingletonStrategies/LimitedSemaphore.swift"])
  }
}

private enum ScannerForm: PlainForm {
  typealias Child = FilmScanner
  static let scenarios: [Scenario] = [.firstAccess, .subclass]

  static func shared() -> PlainSwift.Scanner? { PlainSwift.Scanner.shared }
  static func sharedByChild() -> AnyObject? { FilmScanner.shared }
}
