import SingletonPlatform
import SingletonStress
import Synchronization
import TestSupport
import Testing

@testable import SingletonStress

@Suite(.enabled(if: canStep, "a program steps only on x86-64")) struct `Instructions of one's own accessor` {
  private func counted<Owner: ~Copyable>(
    _ fresh: @escaping @Sendable () -> Owner, _ access: @escaping @Sendable (borrowing Owner) -> Thing?
  ) throws -> InstructionCount {
    let subject = Subject(cells: 1, fresh: fresh, isWhole: nil, access: access)
    defer { subject.deallocate() }
    // None of these accessors looks up a type.
    guard case .counted(let count) = try InstructionCounter.count(subject, movesTypes: false) else {
      return InstructionCount()
    }
    return count
  }

  @Test func `each count of one accessor is the same`() throws {
    let counts = try (0..<5).map { _ in try counted(LockedOwner.init) { $0.thing() } }
    #expect(Set(counts).count == 1 && counts[0].instructions > 10, "\(counts)")
  }

  @Test func `a lock is two atomic instructions and more`() throws {
    let (stored, locked) = (try counted(StoredOwner.init) { $0.thing }, try counted(LockedOwner.init) { $0.thing() })
    #expect(locked.atomics >= stored.atomics + 2 && locked.instructions > stored.instructions, "\(stored), \(locked)")
  }

  @Test func `one atomic operation more is seen`() throws {
    let counter = Counter()
    let (plain, counting) = (
      try counted(StoredOwner.init) { $0.thing },
      try counted(StoredOwner.init) {
        counter.value.add(1, ordering: .relaxed)
        return $0.thing
      }
    )
    #expect(counting.atomics > plain.atomics, "\(plain), \(counting)")
  }

  @Test func `an accessor that starts a thread is not counted`() throws {
    let subject = Subject(cells: 1, fresh: {}, isWhole: nil) { (_: borrowing Void) -> Thing? in
      startThread {}
      return Thing()
    }
    defer { subject.deallocate() }
    guard case .notCounted(let why) = try InstructionCounter.count(subject, movesTypes: false) else {
      Issue.record("expected no count")
      return
    }
    #expect(why.contains("starts another one") || why.contains("blocks signals"))
  }

  @Test func `a sound race has counts, or says why not, and a broken one says that it is not counted`() async throws {
    let sound = try await stress {
      LockedOwner()
    } access: {
      $0.thing()
    }
    #expect((sound.accessInstructions == nil) == (sound.countingObstacle != nil))
    if sound.verdict == .sound && ThisBuild.movesTypes {
      #expect(sound.countingObstacle?.contains("setarch -R swift test") == true)
    }
    let broken = try await stress {
      LazyOwner()
    } access: {
      $0.thing
    }
    if broken.verdict == .broken { #expect(broken.countingObstacle?.hasPrefix("only what is sound") == true) }
  }
}

private final class Counter: Sendable { let value = Atomic(0) }

private final class StoredOwner: Sendable { let thing = Thing() }
