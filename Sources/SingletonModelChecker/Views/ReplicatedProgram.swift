/// A program in which any number of threads run the same code, each once, and what a proof about it has to know.
///
/// The threads make instances, and each instance has a name that consists of its maker, a thread, and of what the maker
/// calls it. A name may be compared with another name and with values that are no names, and nothing else: then it does
/// not matter to a thread who made an instance, and all makers but one can be given the same name (data independence).
package protocol ReplicatedProgram: AnyObject {
  /// A program that contains the replicated code. Its threads are run one at a time, on values of the proof's choice.
  var program: any Program { get }
  /// The thread that finishes before all others begin, or `nil` if there is none.
  var preparation: Int? { get }
  /// The threads of `program` that run the replicated code. There are eight or more, so that a thread can meet instances
  /// whose makers come before or after itself.
  var copies: Range<Int> { get }

  /// Returns the maker of the instance that a word names, or `nil` if the word is no name.
  func maker(of word: UInt) -> Int?
  /// Returns the name that the instance would have if another thread had made it.
  func renamed(_ name: UInt, maker: Int) -> UInt
  /// Returns the maker of the instance that a location is part of, or `nil` if the location is part of none.
  func maker(ofLocation location: Int) -> Int?
  /// Returns the same part of the instance that another thread would have made.
  func relocated(_ location: Int, maker: Int) -> Int
  /// Returns values that stand for all that an operation on a part of an instance may read as long as no promise is
  /// broken.
  func soundValues(for operation: Operation) -> [UInt]

  /// Returns what the thread has shown since it was restarted.
  func outcome(of thread: Int) -> ThreadOutcome
}

/// What a thread shows to the outside.
package struct ThreadOutcome: Hashable, Sendable {
  /// The words that the thread was handed out.
  package var results: [UInt]
  /// The breaches of the promise that the thread has seen itself, as bits that the program defines.
  package var breaches: UInt

  package init(results: [UInt] = [], breaches: UInt = 0) {
    self.results = results
    self.breaches = breaches
  }
}

/// The names of makers, as one thread knows them and as all threads write them to memory.
///
/// One thread is marked. To all, an instance is the marked thread's or another's; a thread also tells apart what it made
/// itself, and any two instances that it has met.
struct Naming {
  /// Whether the thread whose names these are is the marked one.
  let isMarked: Bool
  /// The thread of the program that plays the thread.
  let thread: Int
  /// The marked thread, as another thread calls it.
  let marked: Int
  /// The makers of the other instances that the thread meets, in the order in which it meets them.
  let strangers: [Int]

  /// The makers in memory: the marked thread, and all others.
  static let markedInMemory = 250
  static let otherInMemory = 251

  func knows(_ maker: Int) -> Bool { maker == thread || maker == marked || strangers.contains(maker) }

  /// Returns the name in memory of a maker whom the thread knows.
  func inMemory(_ maker: Int) -> Int {
    maker == thread
      ? (isMarked ? Self.markedInMemory : Self.otherInMemory)
      : maker == marked ? Self.markedInMemory : Self.otherInMemory
  }
}

/// The reason why the method has no answer for a program.
package enum ViewError: Error, Equatable, Sendable {
  /// A thread does something else if instances have other names, although they are equal or different as before.
  case namesMatter
  /// A thread reads what may be a count of others, so that no finite set of values stands for all.
  case countsDecide
  /// A thread waits with a time limit, and nothing says when the limit is reached.
  case timeDecides
  /// There are more cases than the method is given.
  case tooLarge
  case cannotRun(ExplorationError)
}
