import SingletonMemoryModels
import SingletonModelChecker

/// A thread that may ask a once token, at location 0, whose body it runs if it is the first.
struct TokenThread {
  let before: [Operation]
  let body: [Operation]
  let after: [Operation]
  /// Whether the thread asks the token, or else has its body without it.
  let asks: Bool
  /// Whether the body ends.
  let finishes: Bool

  /// Returns what the thread does, with the body or without it.
  func operations(isFirst: Bool) -> [Operation] {
    guard asks else { return before + body + after }
    return before + [.ask] + (isFirst ? body + (finishes ? [.store(0, 2, .release)] : []) : []) + after
  }
}

extension Operation {
  /// Asks the once token at location 0: waits while it is 1, and makes it 1 if it is 0.
  static let ask = Operation.compareExchange(0, expected: 0, desired: 1, .acquire, failure: .acquire)
    .waiting(until: .notEqual, 1)
}

/// A program whose threads run the body of a once token if they are the first to ask.
final class TokenProgram: Program {
  private let threads: [TokenThread]
  private var left: [[Operation]]
  private var hasAsked: [Bool]

  init(_ threads: [TokenThread]) {
    self.threads = threads
    left = threads.map { _ in [] }
    hasAsked = threads.map { _ in false }
  }

  var threadCount: Int { threads.count }
  func initialValue(of location: Int) -> UInt { 0 }

  func restart(_ thread: Int) {
    left[thread] = threads[thread].operations(isFirst: true)
    hasAsked[thread] = false
  }

  func advance(_ thread: Int, with value: UInt) -> Action {
    if hasAsked[thread] && value != 0 { left[thread] = threads[thread].after }
    guard !left[thread].isEmpty else { return .finished }
    let operation = left[thread].removeFirst()
    hasAsked[thread] = operation.location == 0 && operation.kind == .readModifyWrite
    return .operation(operation)
  }

  /// Returns the graphs of a naive enumeration: for each thread that may be the first to ask, those in which it is.
  static func naive(
    _ threads: [TokenThread], under model: MemoryModel
  ) -> (complete: Set<CanonicalGraph>, stuck: Set<CanonicalGraph>) {
    var found: (complete: Set<CanonicalGraph>, stuck: Set<CanonicalGraph>) = ([], [])
    for first in [nil] + threads.indices.filter({ threads[$0].asks }).map(Optional.some) {
      let naive = NaiveEnumeration(threads.indices.map { threads[$0].operations(isFirst: $0 == first) }, under: model)
      func agrees(_ graph: CanonicalGraph) -> Bool {
        threads.indices.allSatisfy { thread in
          guard threads[thread].asks, threads[thread].before.count < graph.sources[thread].count else {
            return thread != first
          }
          return (graph.sources[thread][threads[thread].before.count] == -1) == (thread == first)
        }
      }
      found.complete.formUnion(naive.complete.filter(agrees))
      found.stuck.formUnion(naive.stuck.filter(agrees))
    }
    return found
  }
}
