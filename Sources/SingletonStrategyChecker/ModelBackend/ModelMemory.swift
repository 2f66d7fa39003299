import SingletonMemoryModels
import SingletonModelChecker
package import SingletonStrategyKit

/// A plain word, whose accesses may form data races.
package struct ModelPlainWord: PlainWord {
  let location: Int
  let caller: ModelCaller

  package func _load(at site: SourceLine) -> UInt {
    caller.perform(.load(location, .plain, sourceLine: site.word, tag: StepKind.variable.rawValue))
  }

  package func _store(_ word: UInt, at site: SourceLine) {
    caller.perform(.store(location, word, .plain, sourceLine: site.word, tag: StepKind.variable.rawValue))
  }
}

package struct ModelPlainWords: PlainWords {
  /// The locations of the words, one per caller.
  let locations: Range<Int>
  let caller: ModelCaller

  package var count: Int { locations.count }

  package subscript(index: Int) -> ModelPlainWord {
    ModelPlainWord(location: locations.lowerBound + index, caller: caller)
  }
}

/// An atomic word. Its orderings are those that the strategy specifies, except one that an ``OrderingMutation``
/// weakens.
package struct ModelAtomicWord: AtomicWord {
  let location: Int
  let caller: ModelCaller

  package func _load(_ ordering: LoadOrdering, at site: SourceLine) -> UInt {
    let order = caller.order(.load, MemoryOrder(ordering), at: site)
    return caller.perform(.load(location, order, sourceLine: site.word, tag: StepKind.atomicVariable.rawValue))
  }

  package func _store(_ word: UInt, _ ordering: StoreOrdering, at site: SourceLine) {
    let order = caller.order(.store, MemoryOrder(ordering), at: site)
    caller.perform(.store(location, word, order, sourceLine: site.word, tag: StepKind.atomicVariable.rawValue))
  }

  package func _compareExchange(
    expected: UInt, desired: UInt, success: UpdateOrdering, failure: LoadOrdering, at site: SourceLine
  ) -> (exchanged: Bool, original: UInt) {
    let original = caller.perform(
      .compareExchange(
        location, expected: expected, desired: desired, caller.order(.success, MemoryOrder(success), at: site),
        failure: caller.order(.failure, MemoryOrder(failure), at: site), sourceLine: site.word,
        tag: StepKind.atomicVariable.rawValue))
    return (original == expected, original)
  }

  /// Performs a spin loop as a single wait: iterations that find another value have no effect.
  package func _wait(until word: UInt, _ ordering: LoadOrdering, at site: SourceLine) {
    let order = caller.order(.load, MemoryOrder(ordering), at: site)
    caller.perform(
      .load(location, order, sourceLine: site.word, tag: StepKind.spinWait.rawValue).waiting(until: .equal, word))
  }
}

extension MemoryOrder {
  init(_ ordering: LoadOrdering) {
    switch ordering {
    case .relaxed: self = .relaxed
    case .acquiring: self = .acquire
    case .sequentiallyConsistent: self = .sequentiallyConsistent
    }
  }

  init(_ ordering: StoreOrdering) {
    switch ordering {
    case .relaxed: self = .relaxed
    case .releasing: self = .release
    case .sequentiallyConsistent: self = .sequentiallyConsistent
    }
  }

  init(_ ordering: UpdateOrdering) {
    switch ordering {
    case .relaxed: self = .relaxed
    case .acquiring: self = .acquire
    case .releasing: self = .release
    case .acquiringAndReleasing: self = .acquireRelease
    case .sequentiallyConsistent: self = .sequentiallyConsistent
    }
  }
}
