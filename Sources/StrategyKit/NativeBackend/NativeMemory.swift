import CPlatform
import Platform
import Synchronization

/// Words of a native cell: addresses worked out from the cell's, so that a strategy costs what hand-written code costs.

public struct NativePlainWord: PlainWord {
  let address: UnsafeMutablePointer<UInt>

  @inline(__always)
  public func load(at site: SourceLine) -> UInt { address.pointee }
  @inline(__always)
  public func store(_ word: UInt, at site: SourceLine) { address.pointee = word }
}

public struct NativePlainWords: PlainWords {
  let first: UnsafeMutablePointer<UInt>

  @inline(__always)
  public subscript(caller: Int) -> NativePlainWord { NativePlainWord(address: first + caller) }
}

public struct NativeAtomicWord: AtomicWord {
  let address: UnsafeMutablePointer<Atomic<UInt>>

  // The toolchain's atomics take their ordering as a literal; each switch folds where the caller's is one.

  @inline(__always)
  public func load(_ ordering: LoadOrdering, at site: SourceLine) -> UInt {
    switch ordering {
    case .relaxed: address.pointee.load(ordering: .relaxed)
    case .acquiring: address.pointee.load(ordering: .acquiring)
    case .sequentiallyConsistent: address.pointee.load(ordering: .sequentiallyConsistent)
    }
  }

  @inline(__always)
  public func store(_ word: UInt, _ ordering: StoreOrdering, at site: SourceLine) {
    switch ordering {
    case .relaxed: address.pointee.store(word, ordering: .relaxed)
    case .releasing: address.pointee.store(word, ordering: .releasing)
    case .sequentiallyConsistent: address.pointee.store(word, ordering: .sequentiallyConsistent)
    }
  }

  /// Lets another thread run now and then: the one that is waited for may have no processor. A call, so that the way past
  /// it stays short.
  @inline(never)
  public func wait(until word: UInt, _ ordering: LoadOrdering, at site: SourceLine) {
    var turns = 0
    while load(ordering, at: site) != word {
      turns &+= 1
      if turns % 64 == 0 { yieldProcessor() } else { cp_pause() }
    }
  }

  /// The failure ordering is at most an acquire where the success ordering has one, which the toolchain's form implies.
  @inline(__always)
  public func compareExchange(
    expected: UInt, desired: UInt, success: UpdateOrdering, failure: LoadOrdering, at site: SourceLine
  ) -> (exchanged: Bool, original: UInt) {
    switch success {
    case .relaxed: address.pointee.compareExchange(expected: expected, desired: desired, ordering: .relaxed)
    case .acquiring: address.pointee.compareExchange(expected: expected, desired: desired, ordering: .acquiring)
    case .releasing:
      address.pointee.compareExchange(
        expected: expected, desired: desired, successOrdering: .releasing, failureOrdering: .acquiring)
    case .acquiringAndReleasing:
      address.pointee.compareExchange(expected: expected, desired: desired, ordering: .acquiringAndReleasing)
    case .sequentiallyConsistent:
      address.pointee.compareExchange(expected: expected, desired: desired, ordering: .sequentiallyConsistent)
    }
  }
}

// Addresses of memory that is raced on purpose; the memory outlives every thread of its row.
extension NativePlainWord: @unchecked Sendable {}
extension NativePlainWords: @unchecked Sendable {}
extension NativeAtomicWord: @unchecked Sendable {}
