import CPlatform
import Synchronization

/// Where all threads of a row meet: nobody passes before everybody has come, and one of them does what is to be done once.
package final class Barrier: @unchecked Sendable {
  private let count: Int
  /// Turns a thread spins before it sleeps. With a core for each thread the others are about to come; with more threads
  /// than cores a spinning one keeps them away.
  private let patience: Int
  // On lines of their own: the line that sleepers and spinners look at is written once a meeting.
  private let arrived: UnsafeMutablePointer<Atomic<UInt32>>
  private let generation: UnsafeMutablePointer<Atomic<UInt32>>
  private static let lineBytes = 128

  package init(count: Int, cores: Int) {
    self.count = count
    patience = count <= cores ? 100_000 : 50
    let lines = UnsafeMutableRawPointer.allocate(byteCount: 2 * Self.lineBytes, alignment: Self.lineBytes)
    lines.initializeMemory(as: UInt8.self, repeating: 0, count: 2 * Self.lineBytes)
    arrived = lines.assumingMemoryBound(to: Atomic<UInt32>.self)
    generation = (lines + Self.lineBytes).assumingMemoryBound(to: Atomic<UInt32>.self)
  }

  deinit { UnsafeMutableRawPointer(arrived).deallocate() }

  /// - Parameter last: run by the last to come, before anybody passes.
  package func wait(_ last: () -> Void = {}) {
    let mine = generation.pointee.load(ordering: .acquiring)
    if arrived.pointee.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue == count {
      last()
      open()
    } else if !spin(mine) {
      sleep(mine)
    }
  }

  private func open() {
    arrived.pointee.store(0, ordering: .relaxed)
    generation.pointee.wrappingAdd(1, ordering: .releasing)
    cp_wake_all(UnsafeRawPointer(generation).assumingMemoryBound(to: UInt32.self))
  }

  private func spin(_ mine: UInt32) -> Bool {
    for _ in 0..<patience {
      if generation.pointee.load(ordering: .acquiring) != mine { return true }
      cp_pause()
    }
    return false
  }

  private func sleep(_ mine: UInt32) {
    while generation.pointee.load(ordering: .acquiring) == mine {
      cp_sleep_while(UnsafeRawPointer(generation).assumingMemoryBound(to: UInt32.self), mine)
    }
  }
}
