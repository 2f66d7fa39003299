package import SingletonMemoryModels
import SingletonTextFormats

/// A statement of what a proof covers, and what it does not.
package enum ProofStatement {
  /// What every proof assumes.
  private static let fairness =
    "no load buffering; a scheduler that lets each thread continue, and stores that eventually become visible"

  /// What a proof of compiled code assumes of state that is not in the program's own memory.
  private static let kept =
    "files, settings and the state of libraries as the check has found them; hashes of this process"

  /// What a proof of a class assumes of what is outside of the program and of what the system decides.
  package static let surroundings =
    kept
    + "; addresses of which only the order decides anything, in one of two orders; memory that no thread gets again after"
    + " another one has used it"

  /// What a proof of compiled code is about.
  private static let asBuilt = "of the program as this build has compiled it"

  /// What a proof assumes, too, of code that does what the assumption is about.
  package enum Assumption: Equatable, Sendable {
    /// The number of rounds after which a loop is taken for a wait, if it is known.
    case loops(rounds: Int?)
    /// Executions that differ only in which thread does what were visited once.
    case arrangements
    /// Not all executions were visited in which threads get memory that they have freed.
    case newMemory
    /// Not all executions were audited in which threads do what they do in no other.
    case libraries
    case weakExchanges
    /// A wait with a time limit times out only when nothing else happens.
    case patience
    /// A wait with a time limit may time out, but not as often as it likes.
    case fewTimeouts
    case conditions
    case clocks
    case randomNumbers
    case collections

    fileprivate var text: String {
      switch self {
      case .loops(let rounds):
        "a loop that \(rounds.map { "has repeated itself for \(HumanFormat.grouped($0)) rounds" } ?? "repeats itself")"
          + " continues until its value changes"
      case .arrangements:
        "what the threads do does not depend on where their objects are in memory, of which each execution has had two"
          + " arrangements"
      case .newMemory: "what the threads do does not depend on whether memory that was freed is used again"
      case .libraries:
        "code without the flags, such as a library's, shares with other threads what it shares in the executions that were"
          + " audited"
      case .weakExchanges: "a weak compare-exchange fails only if it finds another value"
      case .patience:
        "a wait with a time limit times out only if no thread can take another step, and then sees everything written"
          + " before"
      case .fewTimeouts:
        "a wait with a time limit ends in vain while other threads can go on once at most in each line of a thread"
      case .conditions: "a wait for a condition ends without a signal once at most in each line of a thread"
      case .clocks: "what DispatchTime.now() returns is used for time limits alone"
      case .randomNumbers: "random numbers are a fixed sequence, another for each thread and call"
      case .collections:
        "the standard library changes the elements of a collection only for a variable that alone refers to them, and has"
          + " done so before the thread synchronizes next"
      }
    }
  }

  /// Returns what a proof of a class covers, and what it assumes.
  ///
  /// - Parameter asks: What each thread does, such as `asks once`.
  package static func ofClass(asks: String, under model: MemoryModel, _ assumptions: [Assumption]) -> String {
    "Proved \(asBuilt), for these numbers of threads (argument `threads`), each of which \(asks),"
      + " under \(scope(model.fullName, assumptions, [surroundings]))."
  }

  /// Returns the models of a proof, and what it assumes.
  package static func scope(_ models: String, _ assumptions: [Assumption], _ others: [String] = []) -> String {
    "\(models): " + ([fairness] + others + assumptions.map(\.text)).joined(separator: "; ")
  }

  /// Returns which limit has stopped a check, and how to go on.
  ///
  /// - Parameters:
  ///   - limit: The argument whose limit was reached, with its value, such as `time: 60.0 seconds`.
  ///   - open: The numbers of threads that are not decided. The check was stopped at the first.
  package static func stopped(by limit: String, open: ClosedRange<Int>) -> String {
    "Stopped by the limit `\(limit)`: \(open.lowerBound) threads have more executions. Raise it:"
      + " check(threads: \(open), \(limit.prefix { $0 != ":" }): ...)."
  }

  /// What a proof for any number of threads covers.
  package static let ofAnyNumber =
    "Proved of the harness's form: with any number of threads in each role of the scenario, each of which does once what the scenario says,"
    + " all callers get the same instance, fully built, without a data race, in every execution that RC11 allows, or,"
    + " where it says so, in every sequentially consistent one. That all callers return is not proved, nor is anything"
    + " about load buffering; locks, queues and once tokens are taken to do what they promise. The strategy may use an instance only to compare it."

  /// The executions that real machines allow but no model does. Neither a proof nor the outcomes of a litmus program
  /// cover them.
  package static let leftOut =
    "cycles of program order and reads-from (load buffering), which ISO C++ and ARM hardware allow"

  /// What a proof of tasks is about. Two switches of executors may be one in optimized code, for example.
  ///
  /// - Parameter others: The number of schedules that ran in other surroundings, with other threads too unless jobs pause.
  package static func ofSchedules(others: UInt64, jobsPause: Bool) -> String {
    let surroundings = "addresses, old memory, the time and the thread"
    let shown = "\(others) schedules with others\(jobsPause ? ", but for the thread," : "") do not show"
    return
      "Proved \(asBuilt): another one, such as a release build, may divide jobs elsewhere. Assumed: \(kept);"
      + " that \(surroundings) decide nothing\(others == 0 ? "" : " that \(shown)")."
  }

  /// What a schedule of tasks is.
  package static let schedules =
    "A schedule is an order of jobs, which run one at a time; at each switch of executors, all other jobs may run first"
  /// What holds for jobs in every schedule.
  package static let betweenJobs =
    "Jobs of different priorities have any order; those that code enqueues on one actor keep theirs. What a job asks of"
    + " the runtime, such as two yields to a stream, has nothing of another job between."
  /// What holds for jobs with several critical sections.
  package static let withinJobs =
    "A job that has used a lock or an atomic which others use, or has made a job ready, pauses before the next one, and all"
    + " others may come between."

  /// What schedules do not show.
  package static let besideActors =
    "what happens in a job at the same time as in another, in memory that no actor guards, such as a Mutex, an Atomic or"
    + " a nonisolated(unsafe) variable"
}

extension MemoryModel {
  package var fullName: String {
    switch self {
    case .rc11: "RC11 with C++20 release sequences"
    case .arm: "an approximation of ARMv8 (multi-copy atomic, no load buffering)"
    case .tso: "TSO (x86)"
    case .sc: "sequential consistency"
    }
  }
}
