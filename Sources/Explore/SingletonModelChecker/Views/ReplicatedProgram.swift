/// A program in which any number of threads play each of a few roles, each once, and what a proof about it has to know.
///
/// A role consists of phases. All threads finish a phase before any thread begins the next one.
///
/// The threads make instances, and each instance has a name that consists of its maker, a thread, and of what the maker
/// calls it. A name may be compared with another name and with values that are no names, and nothing else: then it does
/// not matter to a thread who made an instance, and all makers but one can be given the same name (data independence).
package protocol ReplicatedProgram: AnyObject {
  /// A program that contains the replicated code. Its threads are run one at a time, on values of the proof's choice.
  var program: any Program { get }
  /// The thread that finishes before all others begin, or `nil` if there is none.
  var preparation: Int? { get }
  var roles: [ThreadRole] { get }

  /// Returns the maker of the instance that a word names, or `nil` if the word is no name.
  func maker(of word: UInt) -> Int?
  /// Returns the name that the instance would have if another thread had made it.
  func renamed(_ name: UInt, maker: Int) -> UInt
  /// Returns the maker of the instance that a location is part of, or `nil` if the location is part of none.
  func maker(ofLocation location: Int) -> Int?
  /// Returns the same part of the instance that another thread would have made.
  func relocated(_ location: Int, maker: Int) -> Int
  /// Whether only one thread accesses a location, which it stores to and loads from. Its initial value is 0.
  func isPrivate(_ location: Int) -> Bool
  /// Returns values that stand for all that an operation on a part of an instance may read as long as no promise is
  /// broken.
  func soundValues(for operation: Operation) -> [UInt]

  /// Returns what the thread has shown since it was restarted.
  func outcome(of thread: Int) -> ThreadOutcome
}

/// What any number of threads do.
package struct ThreadRole: Sendable {
  /// The threads of the program that play the role, one for each phase.
  package let first: [Int]
  /// Other threads that play it, with greater numbers. Seven numbers or more are smaller, so that a thread can meet
  /// instances whose makers come before itself.
  package let last: [Int]

  package init(first: [Int], last: [Int]) {
    self.first = first
    self.last = last
  }
}

/// What a thread shows to the outside.
package struct ThreadOutcome: Hashable, Sendable {
  /// A word that a thread was handed out. All words of a group are promised to be equal.
  package struct Result: Hashable, Sendable {
    package let group: Int
    package var word: UInt

    package init(group: Int = 0, word: UInt) {
      self.group = group
      self.word = word
    }
  }

  package var results: Set<Result>
  /// The breaches of the promise that the thread has seen itself, as bits that the program defines.
  package var breaches: UInt

  package init(results: Set<Result> = [], breaches: UInt = 0) {
    self.results = results
    self.breaches = breaches
  }
}

extension ThreadOutcome {
  /// Returns this outcome and another one, whose words are given other names.
  func adding(
    _ other: ThreadOutcome, _ renamed: (UInt) throws(ViewError) -> UInt
  ) throws(ViewError) -> ThreadOutcome {
    var both = ThreadOutcome(results: results, breaches: breaches | other.breaches)
    for result in other.results { both.results.insert(Result(group: result.group, word: try renamed(result.word))) }
    return both
  }
}

/// The names of makers, as one thread knows them and as all threads write them to memory.
///
/// What a thread makes in one phase has one maker. One maker is marked. To all, an instance is the marked maker's or
/// another's; a thread also tells apart what it made itself, and any two instances that it has met.
struct Naming: Hashable {
  /// The threads of the program that play the thread, one for each phase.
  let own: [Int]
  /// The phase in which the thread is the marked maker, or `nil` if it never is.
  let markedPhase: Int?
  /// The marked maker, as another thread calls it.
  let marked: Int
  /// The makers of the other instances that the thread meets.
  let strangers: [Int]

  /// The makers in memory: the marked one, and all others.
  static let markedInMemory = 250
  static let otherInMemory = 251

  /// The marked maker, as the thread calls it.
  var knownAsMarked: Int { markedPhase.map { own[$0] } ?? marked }
  /// The makers that the thread was or will be, without the marked one.
  var ownUnmarked: [Int] { own.filter { $0 != knownAsMarked } }

  func knows(_ maker: Int) -> Bool { own.contains(maker) || maker == knownAsMarked || strangers.contains(maker) }

  /// Returns the name in memory of a maker whom the thread knows.
  func inMemory(_ maker: Int) -> Int { maker == knownAsMarked ? Self.markedInMemory : Self.otherInMemory }
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
