/// A broken file that a student repairs, and hints that come one at a time.
package struct Exercise: Sendable {
  package enum Form: Sendable {
    /// A class, whose property `shared` is the accessor.
    case ownClass
    /// A strategy, because only for strategies does the model have weak references and the ends of instances.
    case strategy
  }

  /// The name on the command line, as in `learn --exercise one-look`.
  package let id: String
  package let title: String
  package private(set) var form = Form.ownClass
  /// The class or strategy.
  package let type: String
  package let hints: [String]

  /// The file that the student changes, spelled as in `#fileID`.
  package var file: String { (form == .ownClass ? "Exercises" : "StrategyExercise") + "/\(type).swift" }

  /// All exercises, the easier ones first.
  package static let all = [
    Exercise(
      id: "one-look", title: "One look, no lock", type: "OneLook",
      hints: [
        "Between the look and the store, another thread can look, too. The drawing shows when.",
        "The look and the store must be one step to all other threads. A lock makes them one.",
        "Keep the variable inside of a lock: `let made = Mutex<Cache?>(nil)`, and do everything in `made.withLock`.",
      ]),
    Exercise(
      id: "look-outside", title: "A look outside of the lock", type: "LookOutside",
      hints: [
        "The second look is locked. Which reads are not?",
        "A read without the lock and a write with it are a data race, whatever value is read.",
        "Take the lock first, and return what you find under it.",
      ]),
    Exercise(
      id: "flag-first", title: "The flag comes first", type: "FlagFirst",
      hints: [
        "What does a thread see if it looks at the flag between the two stores?",
        "The flag publishes what was stored before it. What is stored before it here?",
      ]),
    Exercise(
      id: "relaxed-flag", title: "A flag without an order", type: "RelaxedFlag",
      hints: [
        "The drawing names the machines that can show it. What do they do with the two stores?",
        "The store that publishes must release. The load that relies on it must acquire. One alone is not enough.",
      ]),
    Exercise(
      id: "two-locks", title: "Two locks", type: "TwoLocks",
      hints: [
        "Which lock does a thread hold while it reads the variable? Which one does it hold while it writes?",
        "A lock keeps apart only threads that take the same one.",
      ]),
    Exercise(
      id: "lock-if-available", title: "No thread waits", type: "LockIfAvailable",
      hints: [
        "What does the accessor return to a thread that does not get the lock?",
        "There is nothing to return before the cache is made. So the thread has to wait.",
      ]),
    Exercise(
      id: "loser-keeps-own", title: "The loser keeps its own", type: "LoserKeepsOwn",
      hints: [
        "Two threads may both find nothing, and both make a cache. That is allowed. What they return is not.",
        "`storeIfNil` returns something. What does it return to the thread that comes second?",
      ]),
    Exercise(
      id: "weak-and-destroyable", title: "Weak and destroyable", form: .strategy, type: "WeakAndDestroyable",
      hints: [
        "What can happen between `isEmpty` and the load in the last line, while this thread has the lock?",
        "The last user needs no lock to leave. Only a load that finds the instance keeps it alive.",
        "Load once, under the lock. Return what you found or, if that was nothing, what you made.",
      ]),
  ]
}
