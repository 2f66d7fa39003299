import SingletonCore
import SingletonStrategyKit

/// The code that a check runs, and what is promised about the results of its threads.
struct Subject<Owner: ~Copyable, Value> {
  /// What is promised about the results of one execution.
  enum Promise {
    /// All threads get the same instance. Without a function, the addresses inside of a value are its identity.
    case oneInstance(identity: ((Value) -> AnyHashable)?)
    /// The results, in the order of the threads, and the owner that they left, are as expected.
    case values((borrowing Owner, [Value]) -> Bool)
    /// A function finds no defect in the results, in the order of the threads. It names the threads that show one.
    case none(of: ([Value]) -> [(defect: Defect, threads: [Int])])
  }

  let fresh: () -> Owner
  /// What threads do: thread number `n` has the role `n` modulo the number of roles.
  let roles: [(borrowing Owner) throws -> Value?]
  let promise: Promise
  /// Returns whether an instance is completely built; each thread calls it at once.
  var isWhole: ((Value) -> Bool)?
  /// Whether to build a second instance is a defect, even if it is never handed out.
  var buildsOnce = false
  /// When a wait with a time limit may time out, or `nil` if it may do so early once in each line of a thread.
  var timeouts: Timeouts?

  /// Whether the proof says that executions that differ only in which thread does what were visited once.
  var saysWhatIsExchanged = true

  /// The name in results and replay codes.
  var name = "\(Owner.self)"
  var scenario = Scenario.firstAccess
  var expectation = Expectation.sound
  /// The source files, in which the lines of a counterexample are looked up.
  var sources = SourceLibrary { SourceText(file: $0, at: $0) }

  /// Whether the check reads each instance as a caller would.
  var looksInside: Bool { if case .oneInstance = promise { true } else { false } }

  /// Whether all threads do the same, and a promise that is kept stays so when threads exchange what they have got.
  var hasAlikeThreads: Bool { looksInside && roles.count == 1 && saysWhatIsExchanged }

  func access(_ owner: borrowing Owner, _ thread: Int) throws -> Value? { try roles[thread % roles.count](owner) }
}
