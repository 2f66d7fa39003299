/// The threads of a program that are alike, so that executions which differ only in which of them did what are one.
///
/// Threads are alike if exchanging them, together with everything that is named after them, maps the program to itself:
/// they run the same code, start after the same threads, and use their number for names only, such as that of a location
/// of their own.
package struct Symmetry {
  /// The threads of one party, each of which starts after the one before it. Most parties have a single thread.
  package typealias Party = [Int]

  /// The groups of alike parties, each in ascending order.
  package let groups: [[Party]]

  /// No two threads are alike.
  package static let none = Symmetry(groups: [])

  package init(groups: [[Party]]) { self.groups = groups.filter { $0.count > 1 } }

  /// Creates the symmetry of threads that are alike if they are equal in something.
  package init(ofThreadsBy keys: [some Hashable]) {
    let groups = Dictionary(grouping: keys.indices) { keys[$0] }.values
    self.init(groups: groups.map { $0.map { [$0] } })
  }
}

/// The symmetry of a program, thread by thread.
struct Alikeness {
  let groups: [[Symmetry.Party]]
  /// For each thread its twin: the previous of the threads that are alike; -1 if there is none.
  private(set) var twins: [Int]
  /// For each thread that has a twin, the thread of the same party before it; -1 if there is none.
  private(set) var earlier: [Int]

  init(_ symmetry: Symmetry, threadCount: Int) {
    groups = symmetry.groups
    twins = Array(repeating: -1, count: threadCount)
    earlier = twins
    for group in symmetry.groups {
      for (party, next) in zip(group, group.dropFirst()) {
        for (place, thread) in next.enumerated() {
          twins[thread] = party[place]
          if place > 0 { earlier[thread] = next[place - 1] }
        }
      }
    }
  }
}
