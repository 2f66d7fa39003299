/// The code that a check runs, and what is promised about the results of its threads.
struct Subject<Owner: ~Copyable, Value> {
  /// What is promised about the results of one execution.
  enum Promise {
    /// All threads get the same instance. Without a function, the addresses inside of a value are its identity.
    case oneInstance(identity: ((Value) -> AnyHashable)?)
    /// The results, in the order of the threads, and the owner that they left, are as expected.
    case values((borrowing Owner, [Value]) -> Bool)
  }

  let fresh: () -> Owner
  /// What threads do: thread number `n` has the role `n` modulo the number of roles.
  let roles: [(borrowing Owner) throws -> Value?]
  let promise: Promise
  /// Returns whether an instance is completely built; each thread calls it at once.
  var isWhole: ((Value) -> Bool)?
  /// Whether to build a second instance is a defect, even if it is never handed out.
  var buildsOnce = false

  var name: String { "\(Owner.self)" }

  /// Whether the check reads each instance as a caller would.
  var looksInside: Bool { if case .oneInstance = promise { true } else { false } }

  func access(_ owner: borrowing Owner, _ thread: Int) throws -> Value? { try roles[thread % roles.count](owner) }
}
