// This file is compiled twice: against the toolchain's modules, and against the module that stands for them in a check.
// Every signature that it uses must exist in both, and give the same results on ordinary memory.

#if STRESS_MODEL
  import ModeledSynchronization
#else
  import Dispatch
  import Synchronization
#endif

package final class Token: Sendable {
  package init() {}
}

package enum Phase: Int, AtomicRepresentable { case idle, busy, done }

private struct Refused: Error {}

/// A class as applications write it.
package final class Registry: @unchecked Sendable {
  private struct State {
    var tokens: [Token] = []
    var isOpen = true
  }

  private let state = Mutex(State())
  private let shared = AtomicLazyReference<Token>()
  private let raw = Atomic<Unmanaged<Token>?>(nil)
  private let phase = Atomic(Phase.idle)
  private let permits = DispatchSemaphore(value: 1)
  #if STRESS_MODEL
    @Plain
  #endif
  private var names: [String] = []

  package init() {}

  /// Returns the results of every operation, in words.
  package func useEverything() throws -> [String] {
    locking() + references() + phases() + semaphores() + numbers() + flags() + names(of: "a", "b")
  }

  private func locking() -> [String] {
    let count = state.withLock { state in
      state.tokens.append(Token())
      return state.tokens.count
    }
    let refused: String
    do {
      refused = try state.withLock { state throws(Refused) -> String in
        state.isOpen = false
        throw Refused()
      }
    } catch {
      refused = "\(error)"
    }
    let isOpen = state.withLockIfAvailable { $0.isOpen }
    #if compiler(>=6.3)
      let nested = state.withLock { _ in state.withLockIfAvailable { _ in 1 } }
    #else
      // The process may end.
      let nested: Int? = nil
    #endif
    return ["\(count)", refused, "\(isOpen as Bool?)", "\(nested as Int?)"]
  }

  private func references() -> [String] {
    let before = shared.load() == nil
    let token = Token()
    let (first, second) = (shared.storeIfNil(token), shared.storeIfNil(Token()))
    let unmanaged = Unmanaged.passRetained(token)
    let (isStored, old) = raw.compareExchange(expected: nil, desired: unmanaged, ordering: .acquiringAndReleasing)
    let found = raw.load(ordering: .acquiring)?.takeUnretainedValue()
    let last = raw.exchange(nil, ordering: .sequentiallyConsistent)
    last?.release()
    return [
      "\(before)", "\(first === token)", "\(second === token)", "\(isStored)", "\(old == nil)", "\(found === token)",
    ]
  }

  private func phases() -> [String] {
    phase.store(.busy, ordering: .releasing)
    let (isDone, original) = phase.compareExchange(
      expected: .busy, desired: .done, successOrdering: .acquiringAndReleasing, failureOrdering: .relaxed)
    let (isIdle, done) = phase.weakCompareExchange(expected: .busy, desired: .idle, ordering: .relaxed)
    let (isWeak, found) = phase.weakCompareExchange(
      expected: .idle, desired: .idle, successOrdering: .relaxed, failureOrdering: .relaxed)
    atomicMemoryFence(ordering: .acquiringAndReleasing)
    return [
      "\(isDone) \(original) \(isIdle) \(done) \(isWeak) \(found) \(phase.load(ordering: .sequentiallyConsistent))"
    ]
  }

  private func semaphores() -> [String] {
    permits.wait()
    let late = permits.wait(timeout: .now())
    let wall = permits.wait(wallTimeout: .now())
    permits.signal()
    let soon = permits.wait(timeout: .now() + .seconds(1))
    permits.signal()
    return ["\(late) \(wall) \(soon)"]
  }

  private func numbers() -> [String] {
    let word = Atomic(5)
    let small = Atomic<UInt8>(250)
    let wide = Atomic<Int32>(-3)
    let results: [(Int, Int)] = [
      word.add(2, ordering: .relaxed), word.subtract(3, ordering: .acquiring),
      word.wrappingAdd(.max, ordering: .releasing), word.wrappingSubtract(.max, ordering: .relaxed),
      word.min(2, ordering: .relaxed), word.max(9, ordering: .relaxed), word.bitwiseOr(6, ordering: .relaxed),
      word.bitwiseAnd(10, ordering: .relaxed), word.bitwiseXor(3, ordering: .sequentiallyConsistent),
    ]
    small.wrappingAdd(10, ordering: .relaxed)
    wide.min(-7, ordering: .relaxed)
    let ends = (
      small.load(ordering: .relaxed), small.max(200, ordering: .relaxed).newValue, wide.load(ordering: .relaxed)
    )
    return results.map { "\($0) \($1)" } + ["\(ends)"]
  }

  private func flags() -> [String] {
    let flag = Atomic(true)
    let results: [(Bool, Bool)] = [
      flag.logicalAnd(false, ordering: .relaxed), flag.logicalOr(true, ordering: .relaxed),
      flag.logicalXor(true, ordering: .relaxed),
    ]
    let double = Atomic(1.5)
    let pair = Atomic(WordPair(first: 1, second: 2))
    let exchanged = pair.compareExchange(
      expected: WordPair(first: 1, second: 2), desired: WordPair(first: 3, second: 4), ordering: .relaxed)
    return results.map { "\($0) \($1)" }
      + ["\(double.load(ordering: .relaxed)) \(exchanged.exchanged) \(pair.load(ordering: .relaxed).second)"]
  }

  private func names(of names: String...) -> [String] {
    self.names += names
    return self.names
  }
}
