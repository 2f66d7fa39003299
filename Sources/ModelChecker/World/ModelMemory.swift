package import Strategies

/// One plain word: an access to it may race.
package struct ModelPlainWord: PlainWord {
  let location: Int
  let caller: ModelCaller

  package func load(at site: Site) -> UInt {
    caller.perform(.load(location, .plain, site: site, tag: StepMeaning.variable.rawValue))
  }

  package func store(_ word: UInt, at site: Site) {
    caller.perform(.store(location, word, .plain, site: site, tag: StepMeaning.variable.rawValue))
  }
}

package struct ModelPlainWords: PlainWords {
  let first: Int
  let caller: ModelCaller

  package subscript(index: Int) -> ModelPlainWord { ModelPlainWord(location: first + index, caller: caller) }
}

/// One atomic word. Its orderings are those that the strategy spells, but for one that a `Weakening` takes down a notch.
package struct ModelAtomicWord: AtomicWord {
  let location: Int
  let caller: ModelCaller

  package func load(_ ordering: LoadOrdering, at site: Site) -> UInt {
    let order = caller.order(.load, MemoryOrder(ordering), at: site)
    return caller.perform(.load(location, order, site: site, tag: StepMeaning.atomicVariable.rawValue))
  }

  package func store(_ word: UInt, _ ordering: StoreOrdering, at site: Site) {
    let order = caller.order(.store, MemoryOrder(ordering), at: site)
    caller.perform(.store(location, word, order, site: site, tag: StepMeaning.atomicVariable.rawValue))
  }

  package func compareExchange(
    expected: UInt, desired: UInt, success: UpdateOrdering, failure: LoadOrdering, at site: Site
  ) -> (exchanged: Bool, original: UInt) {
    let original = caller.perform(
      .compareExchange(
        location, expected: expected, desired: desired, caller.order(.success, MemoryOrder(success), at: site),
        failure: caller.order(.failure, MemoryOrder(failure), at: site), site: site,
        tag: StepMeaning.atomicVariable.rawValue))
    return (original == expected, original)
  }

  /// A spin loop as a wait: its turns that find nothing new change nothing.
  package func wait(until word: UInt, _ ordering: LoadOrdering, at site: Site) {
    let order = caller.order(.load, MemoryOrder(ordering), at: site)
    caller.perform(
      .load(location, order, site: site, tag: StepMeaning.spinWait.rawValue).waiting(until: .equal, word))
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
