import CSingletonPlatform
import SingletonPlatform
import Synchronization

// Words of a native cell. Their memory is valid longer than any thread of its row. Their addresses are computed from
// the address of the cell, so a strategy costs as much as hand-written code.

public struct NativePlainWord: PlainWord, @unchecked Sendable {
  // Unchecked: data races on plain words are intended, because they are what the strategies are examined for.
  let address: UnsafeMutablePointer<UInt>

  @inline(__always)
  public func _load(at site: SourceLine) -> UInt { address.pointee }
  @inline(__always)
  public func _store(_ word: UInt, at site: SourceLine) { address.pointee = word }
}

public struct NativePlainWords: PlainWords, @unchecked Sendable {
  // Unchecked: data races are intended, as for a single word.
  let first: UnsafeMutablePointer<UInt>
  public let count: Int

  @inline(__always)
  public subscript(caller: Int) -> NativePlainWord { NativePlainWord(address: first + caller) }
}

public struct NativeAtomicWord: AtomicWord, @unchecked Sendable {
  // Unchecked: every access to the word is atomic.
  let address: UnsafeMutablePointer<Atomic<UInt>>

  // The standard library's atomics take their ordering as a literal. If the caller's ordering is a literal too, the
  // compiler removes each switch.

  @inline(__always)
  public func _load(_ ordering: LoadOrdering, at site: SourceLine) -> UInt {
    switch ordering {
    case .relaxed: address.pointee.load(ordering: .relaxed)
    case .acquiring: address.pointee.load(ordering: .acquiring)
    case .sequentiallyConsistent: address.pointee.load(ordering: .sequentiallyConsistent)
    }
  }

  @inline(__always)
  public func _store(_ word: UInt, _ ordering: StoreOrdering, at site: SourceLine) {
    switch ordering {
    case .relaxed: address.pointee.store(word, ordering: .relaxed)
    case .releasing: address.pointee.store(word, ordering: .releasing)
    case .sequentiallyConsistent: address.pointee.store(word, ordering: .sequentiallyConsistent)
    }
  }

  /// Spins, and yields the processor after every 64 iterations, because the thread that it waits for may not be
  /// running.
  ///
  /// It is not inlined, in order to keep the fast path short.
  @inline(never)
  public func _wait(until word: UInt, _ ordering: LoadOrdering, at site: SourceLine) {
    var turns = 0
    while _load(ordering, at: site) != word {
      turns &+= 1
      if turns % 64 == 0 { yieldProcessor() } else { cp_pause() }
    }
  }

  /// The failure ordering is at least as strong as requested.
  @inline(__always)
  public func _compareExchange(
    expected: UInt, desired: UInt, success: UpdateOrdering, failure: LoadOrdering, at site: SourceLine
  ) -> (exchanged: Bool, original: UInt) {
    switch (success, failure) {
    case (.relaxed, .relaxed):
      address.pointee.compareExchange(expected: expected, desired: desired, ordering: .relaxed)
    case (.relaxed, .acquiring):
      address.pointee.compareExchange(
        expected: expected, desired: desired, successOrdering: .relaxed, failureOrdering: .acquiring)
    case (.sequentiallyConsistent, _), (_, .sequentiallyConsistent):
      address.pointee.compareExchange(expected: expected, desired: desired, ordering: .sequentiallyConsistent)
    case (.acquiring, _): address.pointee.compareExchange(expected: expected, desired: desired, ordering: .acquiring)
    case (.releasing, _):
      address.pointee.compareExchange(
        expected: expected, desired: desired, successOrdering: .releasing, failureOrdering: .acquiring)
    case (.acquiringAndReleasing, _):
      address.pointee.compareExchange(expected: expected, desired: desired, ordering: .acquiringAndReleasing)
    }
  }
}
