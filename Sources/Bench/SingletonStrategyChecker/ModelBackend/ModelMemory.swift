import SingletonMemoryModels
import SingletonModelChecker
package import SingletonStrategyKit

/// A primitive of a strategy in the model, which is a location of the execution graph.
protocol ModelPrimitive {
  var location: Int { get }
}

/// A plain word. Accesses to it may form data races.
package struct ModelPlainWord: PlainWord, ModelPrimitive {
  let location: Int
  let caller: ModelCaller

  package func _load(at site: SourceLine) -> UInt {
    caller.perform(.load(location, .plain), .variable, at: site)
  }

  package func _store(_ word: UInt, at site: SourceLine) {
    caller.perform(.store(location, word, .plain), .variable, at: site)
  }
}

package struct ModelPlainWords: PlainWords {
  /// The locations of the words, one for each caller.
  let locations: Range<Int>
  let caller: ModelCaller

  package var count: Int { locations.count }

  package subscript(index: Int) -> ModelPlainWord {
    caller.noteAccess(toMemoryOf: index)
    return ModelPlainWord(location: locations.lowerBound + index, caller: caller)
  }
}

/// An atomic word. Its memory orders are those in the strategy's source, unless an ``OrderingExperiment`` replaces them.
package struct ModelAtomicWord: AtomicWord, ModelPrimitive {
  let location: Int
  let caller: ModelCaller

  package func _load(_ ordering: LoadOrdering, at site: SourceLine) -> UInt {
    let order = caller.order(.load, MemoryOrder(ordering), at: site)
    return caller.perform(.load(location, order), .atomicVariable, at: site)
  }

  package func _store(_ word: UInt, _ ordering: StoreOrdering, at site: SourceLine) {
    let order = caller.order(.store, MemoryOrder(ordering), at: site)
    caller.perform(.store(location, word, order), .atomicVariable, at: site)
  }

  package func _compareExchange(
    expected: UInt, desired: UInt, success: UpdateOrdering, failure: LoadOrdering, at site: SourceLine
  ) -> (exchanged: Bool, original: UInt) {
    let original = caller.perform(
      .compareExchange(
        location, expected: expected, desired: desired, caller.order(.success, MemoryOrder(success), at: site),
        failure: caller.order(.failure, MemoryOrder(failure), at: site)),
      .atomicVariable, at: site)
    return (original == expected, original)
  }

  /// Performs a spin loop as a single wait, because iterations that find another value have no effect.
  package func _wait(until word: UInt, _ ordering: LoadOrdering, at site: SourceLine) {
    let order = caller.order(.load, MemoryOrder(ordering), at: site)
    caller.perform(.load(location, order).waiting(until: .equal, word), .spinWait, at: site)
  }
}

extension MemoryOrder {
  init(_ ordering: LoadOrdering) {
    self =
      switch ordering {
      case .relaxed: .relaxed
      case .acquiring: .acquire
      case .sequentiallyConsistent: .sequentiallyConsistent
      }
  }

  init(_ ordering: StoreOrdering) {
    self =
      switch ordering {
      case .relaxed: .relaxed
      case .releasing: .release
      case .sequentiallyConsistent: .sequentiallyConsistent
      }
  }

  init(_ ordering: UpdateOrdering) {
    self =
      switch ordering {
      case .relaxed: .relaxed
      case .acquiring: .acquire
      case .releasing: .release
      case .acquiringAndReleasing: .acquireRelease
      case .sequentiallyConsistent: .sequentiallyConsistent
      }
  }
}
