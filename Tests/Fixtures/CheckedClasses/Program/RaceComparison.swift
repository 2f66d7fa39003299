import CheckedClasses
import Foundation
import Synchronization

/// A comparison of the exploration with a race: on real threads, nothing happens that the exploration has not visited.
enum RaceComparison<Owner: RandomlyAccessed> {
  /// Returns the outcomes that two real threads have had.
  static func outcomes(of lists: [UnsafeBufferPointer<UInt8>], rounds: Int) -> Set<[UInt]> {
    let trials = (0..<rounds).map { _ in Owner() }
    nonisolated(unsafe) let seen = UnsafeMutablePointer<UInt>.allocate(capacity: 2 * rounds)
    nonisolated(unsafe) let shared = (trials, lists)
    let arrivals = Arrivals()
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      for round in 0..<rounds {
        arrivals.wait(for: 2 * (round + 1))
        let result = NaiveComparison<Owner>.run(shared.0[round], shared.1, thread)
        seen[2 * round + thread] = result.map(contents) ?? 0
      }
    }
    defer { seen.deallocate() }
    return Set((0..<rounds).map { [seen[2 * $0], seen[2 * $0 + 1]] })
  }

  /// The first word behind an object's header, as of ``InstrumentedProgram/contents``.
  private static func contents(_ result: Seen) -> UInt {
    withExtendedLifetime(result) {
      Unmanaged.passUnretained(result).toOpaque().assumingMemoryBound(to: UInt.self)[2]
    }
  }

  /// Where threads meet before each round.
  private final class Arrivals: Sendable {
    private let count = Atomic<Int>(0)

    func wait(for all: Int) {
      count.add(1, ordering: .acquiringAndReleasing)
      var looks = 0
      while count.load(ordering: .acquiring) < all {
        looks += 1
        if looks % 1_000 == 0 { sched_yield() }
      }
    }
  }

  /// Compares programs, and prints those whose races have had outcomes that the exploration has not visited.
  ///
  /// - Returns: Whether there were none.
  static func run(_ seeds: Range<UInt64>, rounds: Int) throws -> Bool {
    var (compared, possible, seen, outside) = (0, 0, 0, 0)
    for seed in seeds {
      let comparison = NaiveComparison<Owner>(seed: seed, length: 4)
      // What would end too early in a race, which would crash.
      if comparison.accesses.joined().contains(where: { Owner.crashes.contains($0) }) { continue }
      let explored = try comparison.explored(under: .rc11).outcomes
      let raced = outcomes(of: comparison.lists, rounds: rounds)
      if !raced.isSubset(of: explored) {
        outside += 1
        print("\(seed): \(comparison.accesses): \(raced.subtracting(explored)) is not explored")
      }
      (compared, possible, seen) = (compared + 1, possible + explored.count, seen + raced.count)
    }
    print("\(compared) programs, \(possible) outcomes explored, \(seen) seen in races, \(outside) programs differ")
    return outside == 0
  }
}
