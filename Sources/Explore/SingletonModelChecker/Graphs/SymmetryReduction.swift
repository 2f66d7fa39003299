/// The interchangeable threads of a program. Executions that are equal up to swapping such threads count as one.
///
/// Threads are interchangeable if exchanging them, together with everything that is named after them, maps the program
/// to itself: they run the same code, start after the same threads, and use their numbers only for names, such as those
/// of their own locations.
package struct Symmetry {
  /// The threads of one party, each of which starts after the one before it. Most parties have a single thread.
  package typealias Party = [Int]

  /// The groups of interchangeable parties, each in ascending order.
  package let groups: [[Party]]

  /// No two threads are interchangeable.
  package static let none = Symmetry(groups: [])

  package init(groups: [[Party]]) { self.groups = groups.filter { $0.count > 1 } }

  /// Creates the symmetry of a program in which threads with equal keys are interchangeable.
  package init(ofThreadsBy keys: [some Hashable]) {
    let groups = Dictionary(grouping: keys.indices) { keys[$0] }.values
    self.init(groups: groups.map { $0.map { [$0] } })
  }
}

/// The symmetry of a program, thread by thread.
struct Twins {
  let groups: [[Symmetry.Party]]
  /// For each thread its twin, which is the previous thread that is interchangeable with it; -1 if there is none.
  private(set) var twins: [Int]
  /// For each interchangeable thread, the thread of the same party before it; -1 if there is none.
  private(set) var earlier: [Int]

  init(_ symmetry: Symmetry, threadCount: Int) {
    groups = symmetry.groups
    twins = Array(repeating: -1, count: threadCount)
    earlier = twins
    for group in symmetry.groups {
      for party in group {
        for (thread, next) in zip(party, party.dropFirst()) { earlier[next] = thread }
      }
      for (party, next) in zip(group, group.dropFirst()) {
        for (thread, other) in zip(next, party) { twins[thread] = other }
      }
    }
  }

  subscript(thread: Int) -> Int { twins[thread] }

  func isInterchangeable(_ thread: Int) -> Bool { groups.contains { $0.contains { $0.contains(thread) } } }
}

/// The use that an exploration makes of interchangeable threads.
enum Reduction {
  /// None: each execution is visited.
  case none
  /// Each execution is visited, but only one of those that are permutations of one another is reported.
  case counting
  /// The events of interchangeable threads are kept in order, so that only one of the executions that are permutations
  /// of one another is visited.
  case ordering
}

/// Symmetry reduction: of the executions that are permutations of one another, the exploration visits the one in which
/// interchangeable threads are in order.
///
/// A thread is compared with its twin, the previous thread that is interchangeable with it, event by event up to the
/// first difference. Reads of the same write that both fail or both succeed, fences, and accesses to the threads' own
/// locations are equal, or tied. Otherwise, the twin's write, or the write that it reads from, must precede the
/// thread's in coherence order. So any two interchangeable threads can be compared, and if they are tied to the end,
/// exchanging them does not change the graph. Hence each execution has exactly one permutation that is in order.
///
/// That interchangeable threads are in order is one more axiom. The exploration visits each graph that satisfies all
/// axioms once, because the new axiom has the properties that the proof of this requires:
/// - An event that is added maximally, which reads from the latest write or becomes it, breaks no order.
/// - If a graph is in order, so is the graph that a revisit leaves. For this, an event whose thread is tied before it
///   depends on its twin's event: a revisit that keeps the one keeps the other (`Event.revisitPrefix`). The scheduler
///   adds the twin's event first, because its thread has the lower number.
/// - No event depends on itself. If a cycle leads from the twin's event t to an event e, it enters t's thread by a
///   read. If that read is tied, the cycle can lead to e's thread at once. Otherwise, it is t, which reads from a write
///   w that is earlier than the one that e reads from, and w depends on e: this is a cycle of program order,
///   reads-from, and coherence order. TSO and SC have none. RC11 has; where one appears, which ``contradicts(_:)``
///   detects, the exploration starts over, and visits all permutations.
///
/// Source: Kokologiannakis, Marmanis, Vafeiadis, SPORE: Combining Symmetry and Partial Order Reduction, PLDI 2024.
extension ExecutionGraph {
  /// Returns the event of the twin that must not come after `id` in the order of interchangeable threads; `none` if the
  /// threads have differed before. The event need not be in the graph yet.
  @inline(__always)
  func twin(of id: EventID) -> EventID {
    guard reduction == .ordering, twins[id.thread] >= 0, isTied(before: id) else { return .none }
    let twin = EventID(thread: twins[id.thread], index: id.index)
    if twin.index < count(of: twin.thread) { return twin }
    breaksSymmetry = true
    return .none
  }

  /// Returns whether a thread must wait because its twin is parked at the same place.
  @inline(__always)
  func followsParkedTwin(_ thread: Int) -> Bool {
    guard reduction == .ordering, twins[thread] >= 0 else { return false }
    let twin = twins[thread]
    return (isParked(twin) || followsParkedTwin(twin)) && count(of: twin) == count(of: thread)
      && isTied(before: next(of: thread))
  }

  private func isTied(before id: EventID) -> Bool {
    id.index > 0 ? before(id).pointee.isTied : isTiedThroughout(twins.earlier[id.thread])
  }

  /// Returns whether a thread, and the threads before it in its party, equal their twins; true if there is no such
  /// thread.
  private func isTiedThroughout(_ thread: Int) -> Bool {
    if thread < 0 { return true }
    return count(of: thread) > 0 ? last(of: thread).pointee.isTied : isTiedThroughout(twins.earlier[thread])
  }

  /// Returns the events that the next event of a thread keeps if it revisits a read.
  func revisitPrefix(ofNext thread: Int) -> VectorClock {
    var prefix = last(of: thread).pointee.revisitPrefix
    let twin = twin(of: next(of: thread))
    if twin.isEvent { prefix.join(dependencies(on: twin)) }
    return prefix
  }

  /// Returns the dependencies of an event that follows `twin`. A revisit keeps both halves of an update or none.
  private func dependencies(on twin: EventID) -> VectorClock {
    let isFirstHalf = at(twin).pointee.isUpdate && at(twin).pointee.kind == .read
    return at(EventID(thread: twin.thread, index: isFirstHalf ? twin.index + 1 : twin.index)).pointee.revisitPrefix
  }

  /// Makes an event that is about to be added follow its twin.
  @inline(__always)
  func follow(_ twin: EventID, _ event: inout Event, _ id: EventID) {
    guard twin.isEvent else { return }
    event.revisitPrefix.join(dependencies(on: twin))
    event.isTied = compare(at(twin).pointee, twin, event, id) == .tied
  }

  /// Ends the tie of a thread if its last read has timed out and its twin's has not, or the reverse.
  func untie(_ thread: Int) {
    guard last(of: thread).pointee.isTied else { return }
    let twin = at(EventID(thread: twins[thread], index: count(of: thread) - 1))
    last(of: thread).pointee.isTied = twin.pointee.waiting == last(of: thread).pointee.waiting
  }

  /// Returns the lowest rank that the next event of a thread, or a read that is about to be revisited, may have or read
  /// from without preceding its twin.
  @inline(__always)
  func orderBound(of id: EventID, at location: Int) -> Int {
    let twin = twin(of: id)
    return twin.isEvent && at(twin).pointee.location == location ? seenRank(at(twin)) : 0
  }
}

// MARK: - Comparing interchangeable threads

extension ExecutionGraph {
  enum Comparison { case tied, inOrder, outOfOrder, unlike }

  /// Compares two events of interchangeable threads that are tied up to the events before, and notes if the threads turn
  /// out not to be interchangeable.
  private func compare(_ a: Event, _ first: EventID, _ b: Event, _ second: EventID) -> Comparison {
    guard a.operation.corresponds(to: b.operation), a.kind == b.kind else { return unlike() }
    if a.kind == .fence { return .tied }
    if a.location != b.location { return compareOwn(a, first, b, second) }
    if a.kind == .write { return a.rank < b.rank ? .inOrder : .outOfOrder }
    if a.readsFrom != b.readsFrom { return rank(a.readsFrom) < rank(b.readsFrom) ? .inOrder : .outOfOrder }
    if a.hasFailed != b.hasFailed { return compareFailures(a, b) }
    if a.waiting == b.waiting { return .tied }
    return a.waiting == .timedOut ? .inOrder : .outOfOrder
  }

  /// Compares two accesses of interchangeable threads to their own locations. They are tied as long as only the threads'
  /// parties have written to these, and before them a thread that had finished.
  private func compareOwn(_ a: Event, _ first: EventID, _ b: Event, _ second: EventID) -> Comparison {
    if a.kind == .write { return .tied }
    let (source, other) = (a.readsFrom, b.readsFrom)
    let correspond: Bool =
      if !source.isEvent || !other.isEvent {
        source == other
      } else {
        isOwn(source, first.thread, other, second.thread)
          || isPrepared(source, for: first.thread) && isPrepared(other, for: second.thread) && a.value == b.value
      }
    return correspond ? compareFailures(a, b) : unlike()
  }

  /// Returns whether two writes are the same event of two parties: of these threads, or of earlier ones.
  private func isOwn(_ write: EventID, _ thread: Int, _ other: EventID, _ otherThread: Int) -> Bool {
    if write.thread == thread { return other == EventID(thread: otherThread, index: write.index) }
    let (earlier, otherEarlier) = (twins.earlier[thread], twins.earlier[otherThread])
    return earlier >= 0 && isOwn(write, earlier, other, otherEarlier)
  }

  /// Returns whether a thread that is not interchangeable with any other has written the value before `thread` began.
  private func isPrepared(_ write: EventID, for thread: Int) -> Bool {
    !twins.isInterchangeable(write.thread) && roots[thread].happensBefore.contains(write)
  }

  private func unlike() -> Comparison {
    breaksSymmetry = true
    return .unlike
  }

  /// Compares two reads of corresponding values: a weak compare-exchange that fails precedes one that writes.
  private func compareFailures(_ a: Event, _ b: Event) -> Comparison {
    a.hasFailed == b.hasFailed ? .tied : a.hasFailed ? .inOrder : .outOfOrder
  }

  /// Whether the interchangeable threads are in order, in a graph in which no thread can take another step.
  var isInOrder: Bool {
    (0..<threadCount).allSatisfy { thread in
      guard twins[thread] >= 0, !differs(twins.earlier[thread]) else { return true }
      return standing(thread) != .outOfOrder
    }
  }

  /// Whether only one of the executions that are permutations of one another is reported.
  package var isReduced: Bool { reduction != .none }

  /// The number of executions that are permutations of this one, which is in order and in which no thread can take
  /// another step; `UInt64.max` if the number is too large to compute.
  package var permutationCount: UInt64 {
    guard isReduced else { return 1 }
    var count: UInt64 = 1
    for group in twins.groups {
      // Tied parties are next to each other, and exchanging them changes nothing.
      var tied: UInt64 = 1
      for (number, party) in group.enumerated().dropFirst() {
        tied = differs(party[party.count - 1]) ? 1 : tied + 1
        let (product, overflow) = count.multipliedReportingOverflow(by: UInt64(number + 1))
        if overflow { return .max }
        count = product / tied
      }
    }
    return count
  }

  private func differs(_ thread: Int) -> Bool {
    thread >= 0 && (standing(thread) != .tied || differs(twins.earlier[thread]))
  }

  /// Compares a thread with its twin, up to the first difference.
  private func standing(_ thread: Int) -> Comparison {
    let other = twins[thread]
    for index in 0..<min(count(of: thread), count(of: other)) {
      let (twin, id) = (EventID(thread: other, index: index), EventID(thread: thread, index: index))
      let comparison = compare(self[twin], twin, self[id], id)
      if comparison != .tied { return comparison }
    }
    if count(of: thread) != count(of: other) { breaksSymmetry = true }
    return .tied
  }
}

extension Operation {
  /// Returns whether these operations correspond. Values and locations may be named after the threads.
  fileprivate func corresponds(to other: Operation) -> Bool {
    kind == other.kind && order == other.order && failureOrder == other.failureOrder && update == other.update
      && condition == other.condition && canTimeOut == other.canTimeOut && tag == other.tag
      && sourceLine == other.sourceLine
  }
}

// MARK: - Coherence against causality

extension ExecutionGraph {
  /// Returns whether the write is on a cycle of program order, reads-from, and coherence order.
  func contradicts(_ id: EventID) -> Bool {
    let next = at(id).pointee.moNext
    guard next.isEvent else { return false }
    var past = at(id).pointee.prefix
    var seen = VectorClock()
    while past != seen {
      let before = seen
      seen = past
      for thread in 0..<threadCount {
        for index in before[thread]..<seen[thread] {
          let event = at(EventID(thread: thread, index: index))
          guard event.pointee.kind == .write, event.pointee.moPrevious.isEvent else { continue }
          past.join(at(event.pointee.moPrevious).pointee.prefix)
        }
      }
    }
    return past.contains(next)
  }
}
