import SingletonMemoryModels
import SingletonModelChecker
import SingletonStrategyKit

/// One edit of a strategy's source, made in the model: each operation does what it would do after the edit.
///
/// It contains nothing that has to be released, because a thread may be abandoned at any operation.
enum Edit: Hashable, Sendable {
  /// A memory order is another one.
  case order(OrderingSite, MemoryOrder)
  /// A critical section begins with a load of a variable, and ends there if the variable is set.
  case look(CriticalSection, variable: Int, MemoryOrder)
  /// A plain variable is atomic: its loads acquire, and its stores release.
  case atomic(variable: Int)
  /// A variable is atomic as above if it was plain, and an instance is stored by a compare-exchange from `nil`.
  case storedOnce(variable: Int)
  /// Every entry point holds one more lock, as in ``LockedStrategy``.
  case lock
}

/// A closure that runs while its thread holds a lock.
struct CriticalSection: Hashable, Sendable {
  let lock: Int
  let sourceLine: SourceLine
  /// Whether the closure returns an instance. If not, it returns nothing.
  let returnsInstance: Bool

  /// Returns `nil` if the closure has another result, so that it cannot end early.
  init?<R>(_ lock: Int, _ sourceLine: SourceLine, returning _: R.Type) {
    let returnsInstance = R.self == ModelInstance.self || R.self == ModelInstance?.self
    guard returnsInstance || R.self == Void.self else { return nil }
    self.lock = lock
    self.sourceLine = sourceLine
    self.returnsInstance = returnsInstance
  }
}

// MARK: - What operations do after an edit

extension ModelCaller {
  private var edit: Edit? { trial._withUnsafeGuaranteedRef(\.edit) }

  /// Returns the memory order of an access that is plain as written.
  ///
  /// - Parameter atomic: The order if an edit has made the variable atomic.
  func order(ofPlainAccessTo location: Int, _ atomic: MemoryOrder) -> MemoryOrder {
    switch edit {
    case .atomic(location)?, .storedOnce(location)?: atomic
    default: .plain
    }
  }

  func store(_ word: UInt, at location: Int, _ order: MemoryOrder, _ kind: StepKind, at site: SourceLine) {
    if word != 0, case .storedOnce(location)? = edit {
      let exchange = Operation.compareExchange(
        location, expected: 0, desired: word, .acquireRelease, failure: .acquire)
      perform(exchange, kind, at: site)
    } else {
      perform(.store(location, word, order), kind, at: site)
    }
  }

  /// Runs a critical section, whose lock the caller holds.
  func section<R>(of lock: Int, at site: SourceLine, _ body: () -> R) -> R {
    trial._withUnsafeGuaranteedRef { $0.note(CriticalSection(lock, site, returning: R.self)) }
    guard case .look(let section, let variable, let order)? = edit,
      section == CriticalSection(lock, site, returning: R.self)
    else { return body() }
    let word = perform(.load(variable, order), .variable, at: site)
    guard let found = ModelInstance(word: word) else { return body() }
    return section.returnsInstance ? found as! R : () as! R
  }
}
