import CSingletonSchedules
import SingletonPlatform

/// The schedules that do not count. They fill the caches of the runtime, and show whether anything else that they leave behind
/// decides what a schedule does.
extension Exploration {
  /// Keeps the memory of the program's files, so that each schedule begins with it as it is now.
  func keepGlobals() {
    if !cs_keep_globals(canPutBackMemory) {
      stop("the program has more files than a check can put back the variables of, which is 32")
    }
  }

  func putBackGlobals() {
    guard let name = cs_put_back_globals().map(String.init(cString:)) else { return }
    let variable = name.isEmpty ? "a variable of a file without a symbol table" : FunctionName.short(name) ?? name
    stop(
      "a schedule has changed \(variable), which cannot be put back for the next one, as a variable cannot that had an"
        + " object before the check")
  }

  /// Runs two schedules, a task after another. What the first has left in memory of libraries, in the environment or in a file
  /// is not put back, so the second has to do the same.
  func rehearse() {
    (ledger[.isRehearsing], ledger[.isRepeating]) = (1, 0)
    let environment = cs_sum_of_environment()
    let first = rehearsed()
    ledger[.isRepeating] = 1
    let second = rehearsed()
    let isRepeated = first.hasJobs(of: second) && (first.hasValues(of: second) || hasOnlyRandomValues(first, second))
    guard isRepeated else { stop(Rehearsal.difference) }
    guard second.hasJobs(of: onOtherThreads()) else { stop(Rehearsal.differenceOfThreads) }
    (ledger[.isRehearsing], ledger[.isRepeating]) = (0, 0)
    ledger.forgetSteps()
    guard environment == cs_sum_of_environment() else {
      stop("a schedule changes the environment, with which no later one begins anew")
    }
  }

  /// Runs the schedule once more with another thread for each job, as far as a job can tell.
  private func onOtherThreads() -> Rehearsal {
    cs_change_threads(true)
    defer { cs_change_threads(false) }
    return rehearsed()
  }

  /// Runs a third schedule, and returns whether each value in which the first two differ is another one again.
  private func hasOnlyRandomValues(_ first: Rehearsal, _ second: Rehearsal) -> Bool {
    let third = rehearsed()
    return second.hasJobs(of: third) && Rehearsal.areRandom(where: first, second, third)
  }

  private func rehearsed() -> Rehearsal {
    rehearsal = Rehearsal()
    let seen = runSchedule()
    earlier = seen?.instances ?? []
    rehearsal.end(with: seen)
    return rehearsal
  }

  /// Cancels the first caller in such schedules at each time, because what the runtime makes for a cancellation must not be
  /// forgotten either when memory is put back.
  func rehearseCancellations() {
    guard plan.cancelsFirst && ledger[.cancellationCrashes] == 0 else { return }
    (ledger[.isRehearsing], ledger[.cancellationCrashes]) = (1, 1)
    for time in 0..<Self.mostJobs {
      jobsBeforeCancellation = time
      _ = runSchedule()
      if run?.observation.canceled == nil { break }
    }
    jobsBeforeCancellation = nil
    (ledger[.isRehearsing], ledger[.cancellationCrashes]) = (0, 0)
    ledger.forgetSteps()
  }
}

/// The jobs and the values of a schedule, in words and numbers that are equal for two schedules that do the same.
struct Rehearsal {
  private var jobs: [UInt] = []
  private var results: [String] = []
  /// The value of each role in words, without addresses.
  private var values: [String] = []

  static let difference =
    "a second schedule does not do what the first did, though it makes the same choices: what that has left outside of the"
    + " program's variables decides, such as an object from before the check, the environment, a file or what a library"
    + " keeps; or the code depends on a random number"

  static let differenceOfThreads =
    "a schedule does something else if another thread runs each job: it depends on what a thread has for itself, such as its"
    + " number or its thread-local variables"

  mutating func note(_ job: ReadyJob, on executor: Int) {
    let code = [UnsafeRawPointer?](unsafeUninitializedCapacity: Self.mostCode) { buffer, count in
      count = Int(cs_continuations(job.job, buffer.baseAddress!, Int32(Self.mostCode)))
    }
    jobs +=
      [UInt(job.task), UInt(executor), UInt(job.deadline ?? 0), UInt(code.count)] + code.map { UInt(bitPattern: $0) }
  }

  private static let mostCode = 8

  mutating func end(with seen: Observation?) {
    guard let seen else { return }
    let values = seen.callers.map { caller in
      if case .returned(let value as Returned) = caller { value.mark } else { "" }
    }
    // A long value may be a random one, such as that of a UUID. Then it matters which are equal.
    results =
      [seen.summary]
      + values.map { $0.utf8.count <= Self.mostBytes ? $0 : "like \(values.firstIndex(of: $0)!)" }
    self.values = values.map { $0.replacing(/0x[0-9a-f]+/, with: "0x") }
  }

  /// Whether the jobs of two schedules are the same, and so are short values and which of the long ones are equal.
  func hasJobs(of other: Rehearsal) -> Bool { jobs == other.jobs && results == other.results }

  func hasValues(of other: Rehearsal) -> Bool { values == other.values }

  /// Whether each value in which the first two of three schedules differ is another one in the third, too. Otherwise it is
  /// what the first has left.
  static func areRandom(where first: Rehearsal, _ second: Rehearsal, _ third: Rehearsal) -> Bool {
    first.values.indices.allSatisfy {
      first.values[$0] == second.values[$0] || second.values[$0] != third.values[$0]
    }
  }

  private static let mostBytes = 16
}
