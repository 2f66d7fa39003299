import CSingletonPlatform
import Synchronization

/// Memory that a process shares with its children, so that their counts survive a trap or a kill.
///
/// The memory begins with a word for each ``Sign``. The code that creates it decides what follows.
package struct SharedMemory: Sendable {
  /// A word that a watched process writes.
  package enum Sign: Int, CaseIterable, Sendable {
    /// A number that increases with progress.
    case heartbeat
    case threadsStarted
    /// 1 if another process has sent this process a signal that a fault of its own could also raise.
    case signaledByOthers
  }

  package let descriptor: Int32
  /// The number of threads whose counts the memory holds.
  package let threads: Int
  package let byteCount: Int
  // Several threads and processes change the memory. Its words are atomic, or each belongs to one thread.
  nonisolated(unsafe) package let base: UnsafeMutableRawPointer

  /// Maps memory that another process has created with the same number of bytes.
  package init(descriptor: Int32, threads: Int, byteCount: Int) throws(EngineError) {
    self.descriptor = descriptor
    self.threads = threads
    self.byteCount = byteCount
    let address = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let address, address != MAP_FAILED else { throw EngineError("mapping the row's shared memory", .last) }
    base = address
  }

  /// Creates zeroed memory, in an unnamed file.
  package init(threads: Int, byteCount: Int) throws(EngineError) {
    let descriptor = try EngineError.explained("making a file to share with a child", unnamedFile)
    guard ftruncate(descriptor, off_t(byteCount)) == 0 else {
      throw EngineError("reserving the row's shared memory", .last)
    }
    try self.init(descriptor: descriptor, threads: threads, byteCount: byteCount)
  }

  package func unmap() {
    munmap(base, byteCount)
    close(descriptor)
  }

  package func clear(before offset: Int) { memset(base, 0, offset) }

  package static let wordBytes = MemoryLayout<Atomic<UInt64>>.stride

  /// Returns the word with this index after the words of the signs.
  package func word(_ index: Int) -> UnsafePointer<Atomic<UInt64>> { anyWord(Sign.allCases.count + index) }

  private func anyWord(_ index: Int) -> UnsafePointer<Atomic<UInt64>> {
    UnsafePointer((base + index * Self.wordBytes).assumingMemoryBound(to: Atomic<UInt64>.self))
  }

  package subscript(sign: Sign) -> Atomic<UInt64> {
    unsafeAddress { anyWord(sign.rawValue) }
  }

  package func value(_ sign: Sign) -> UInt64 { self[sign].load(ordering: .relaxed) }

  /// The word of a sign, for code in C.
  package func pointer(to sign: Sign) -> UnsafeMutablePointer<UInt64> {
    (base + sign.rawValue * Self.wordBytes).assumingMemoryBound(to: UInt64.self)
  }

  /// Signals progress to the watchdog.
  package func beat() { self[.heartbeat].wrappingAdd(1, ordering: .relaxed) }

  /// Makes this process note from now on whether another process sends it a signal that looks like its own fault.
  package func noteSignalsOfOthers() {
    cp_note_signals_of_others(pointer(to: .signaledByOthers))
  }
}
