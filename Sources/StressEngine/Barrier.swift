import CPlatform
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where all threads of a row meet: nobody passes before everybody has come, and one of them does what is to be done once.
final class Barrier: @unchecked Sendable {
  private let count: Int
  /// Turns a thread spins before it sleeps. With a core for each thread the others are about to come; with more threads
  /// than cores a spinning one keeps them away.
  private let patience: Int
  private let arrived = Atomic<Int>(0)
  private let generation = Atomic<Int>(0)
  // The slow path: those who lost patience sleep here. Only touched between lock and unlock.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(count: Int, cores: Int) {
    self.count = count
    patience = count <= cores ? 100_000 : 50
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  var arrivals: Int { arrived.load(ordering: .relaxed) }

  /// - Parameter last: run by the last to come, before anybody passes.
  func wait(_ last: () -> Void = {}) {
    let mine = generation.load(ordering: .acquiring)
    if arrived.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue == count {
      last()
      open()
    } else if !spin(mine) {
      sleep(mine)
    }
  }

  private func open() {
    arrived.store(0, ordering: .relaxed)
    pthread_mutex_lock(mutex)
    generation.wrappingAdd(1, ordering: .releasing)
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }

  private func spin(_ mine: Int) -> Bool {
    for _ in 0..<patience {
      if generation.load(ordering: .acquiring) != mine { return true }
      cp_pause()
    }
    return false
  }

  private func sleep(_ mine: Int) {
    pthread_mutex_lock(mutex)
    while generation.load(ordering: .acquiring) == mine { pthread_cond_wait(condition, mutex) }
    pthread_mutex_unlock(mutex)
  }
}
